/**
 * Moves the focus to a new element that does not block the page, and back to where it was when the
 * element goes with the focus in it.
 */
export function takeFocus(element: HTMLElement): () => void {
  const before = document.activeElement;
  element.focus({ preventScroll: true });
  return () => {
    const { activeElement } = document;
    const lost = activeElement === document.body || element.contains(activeElement);
    if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
