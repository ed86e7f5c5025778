/** Repeats a request while somebody can see the page. */

/** The part of `document` that is used. */
export type Visibility = Pick<
  Document,
  'visibilityState' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Runs a task at once, and again a while after it has ended, for as long as the page is visible; it
 * runs when the page becomes visible again. The returned function stops it.
 */
export function pollWhileVisible(
  task: () => Promise<void>,
  pauseMs: number,
  page: Visibility = document,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (running || stopped || page.visibilityState === 'hidden') return;
    running = true;
    await task();
    running = false;
    if (!stopped) timer = setTimeout(() => void run(), pauseMs);
  }

  const onVisibility = (): void => void run();
  page.addEventListener('visibilitychange', onVisibility);
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisibility);
  };
}
