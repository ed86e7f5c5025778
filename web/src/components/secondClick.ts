/**
 * A click that is the second of a double click. What appears under the pointer after the first one was
 * not meant by the second.
 */
export function stopSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
