/** Scrolling of move lists. */

/** Scrolls a move to the middle of its list, or the list to its start where there is none. */
export function scrollToMove(list: HTMLElement, move: HTMLElement | null): void {
  // Only the list scrolls; the page stays where it is.
  list.scrollTop = move === null ? 0 : move.offsetTop - list.clientHeight / 2;
}
