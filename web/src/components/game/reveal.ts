/** Scrolls a new element into view; on a small screen it may be below the fold. */
export function reveal(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest' });
}

/** The same for something below a board, all ranks of which stay on the screen or come back to it. */
export function revealBelowBoard(element: HTMLElement): void {
  const board = document.querySelector('.board')?.getBoundingClientRect();
  const hidden = Math.max(0, element.getBoundingClientRect().bottom - innerHeight);
  scrollBy({ top: Math.min(hidden, board?.top ?? hidden) });
}
