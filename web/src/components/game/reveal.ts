/** Scrolls a new element into view; on a small screen it may be below the fold. */
export function reveal(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest' });
}
