/** Lists of moves that scrollToMove the move that is shown. */

/** Brings a move into the middle of its list, or the list to its beginning where there is none. */
export function scrollToMove(list: HTMLElement, move: HTMLElement | null): void {
  // Only the list scrolls; the page stays where it is.
  list.scrollTop = move === null ? 0 : move.offsetTop - list.clientHeight / 2;
}
