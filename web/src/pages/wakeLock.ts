/**
 * Keeps the screen on while a page for a projector is shown: nobody touches it for hours. Browsers end
 * a lock when the page is hidden, and where they have none the screen goes off as usual.
 */

/** Keeps the screen on until the returned function is called. */
export function keepAwake(): () => void {
  // Browsers have it over HTTPS and on the computer of the server only.
  const wakeLock = 'wakeLock' in navigator ? navigator.wakeLock : null;
  let lock: WakeLockSentinel | null = null;
  let isDone = false;

  async function request(): Promise<void> {
    if (wakeLock === null || isDone || document.visibilityState !== 'visible') return;
    const granted = await wakeLock.request('screen').catch(() => null);
    lock = granted;
    // The page may have been left in the meantime.
    if (isDone) release();
  }
  function release(): void {
    lock?.release().catch(() => undefined);
    lock = null;
  }
  const onVisibility = (): void => void request();

  document.addEventListener('visibilitychange', onVisibility);
  void request();
  return () => {
    isDone = true;
    document.removeEventListener('visibilitychange', onVisibility);
    release();
  };
}
