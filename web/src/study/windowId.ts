/** The id of this window, to find its own drafts after a reload. */
import { randomId } from './random';

const KEY = 'tabiya:window';

export function windowId(): string {
  const fresh = randomId();
  try {
    // A duplicated window has a copy of the storage, but was not reloaded.
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const again = entry?.type === 'reload' || entry?.type === 'back_forward';
    const name = (again ? sessionStorage.getItem(KEY) : null) ?? fresh;
    sessionStorage.setItem(KEY, name);
    return name;
  } catch {
    return fresh;
  }
}
