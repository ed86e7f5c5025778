/** Scrolling of move lists. */

/**
 * Scrolls a move to the middle of its list, or the list to its start where there is none. It waits
 * for the next frame, which computes the layout anyway. Returns a function that cancels it.
 */
export function scrollToMove(list: HTMLElement, move: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => {
    // Only the list scrolls; the page stays where it is.
    list.scrollTop = move === null ? 0 : move.offsetTop - list.clientHeight / 2;
  });
  return () => cancelAnimationFrame(frame);
}
