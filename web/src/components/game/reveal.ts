/** Brings what has just appeared onto the screen; on a small one it may be below its end. */
export function reveal(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest' });
}
