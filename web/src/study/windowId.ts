/** What this window is called, to find its own drafts after it was loaded again. */
import { randomId } from './random';

const KEY = 'tabiya:window';

export function windowId(): string {
  const fresh = randomId();
  try {
    // A window that was duplicated has the same storage, but was not loaded again.
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const again = entry?.type === 'reload' || entry?.type === 'back_forward';
    const name = (again ? sessionStorage.getItem(KEY) : null) ?? fresh;
    sessionStorage.setItem(KEY, name);
    return name;
  } catch {
    return fresh;
  }
}
