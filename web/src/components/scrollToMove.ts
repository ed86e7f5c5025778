/** Scrolling of move lists. */

/**
 * Scrolls a move to the middle of its list, down or across, or the list to its start where there is
 * none. It waits for the next frame, which computes the layout anyway. Returns a function that
 * cancels it.
 */
export function scrollToMove(list: HTMLElement, move: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => {
    // Only the list scrolls; the page stays where it is.
    list.scrollTop = move === null ? 0 : move.offsetTop - list.clientHeight / 2;
    list.scrollLeft =
      move === null ? 0 : move.offsetLeft + move.offsetWidth / 2 - list.clientWidth / 2;
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * Keeps a move in the middle of its list, also when the list gets another height, as it does when a card
 * appears above it. The move is searched for each time. Returns a function that ends it.
 */
export function followMove(list: HTMLElement, find: () => HTMLElement | null): () => void {
  let cancel = scrollToMove(list, find());
  const observer = new ResizeObserver(() => {
    cancel();
    cancel = scrollToMove(list, find());
  });
  observer.observe(list);
  return () => {
    observer.disconnect();
    cancel();
  };
}
