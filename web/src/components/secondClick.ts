/** How long after the first click of a double click the second one comes at most, and how near. */
const [DOUBLE_CLICK_MS, DOUBLE_CLICK_PIXELS] = [500, 8];

/**
 * A click that is the second of a double click. What appears under the pointer after the first one was
 * not meant by the second.
 */
export function stopSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Whether two clicks are a double click, also where something has appeared below the pointer. */
export function isDoubleClick(first: MouseEvent, second: MouseEvent): boolean {
  const distance = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY);
  return second.timeStamp - first.timeStamp <= DOUBLE_CLICK_MS && distance <= DOUBLE_CLICK_PIXELS;
}
