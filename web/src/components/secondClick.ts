/**
 * Whether a click is the second of a double click, also where something has appeared below the pointer
 * in between. The system says so: how much time there is between the two is a setting of its own.
 */
export function isSecondClick(event: MouseEvent): boolean {
  return event.detail > 1;
}

/** What appears under the pointer after the first click was not meant by the second. */
export function stopSecondClick(event: MouseEvent): void {
  if (isSecondClick(event)) event.preventDefault();
}
