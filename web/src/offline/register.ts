/**
 * Registers the service worker, once the page stands. Browsers have them only over HTTPS and on the
 * computer of the server itself; elsewhere the app works as it does without.
 */

export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => void register().catch(() => undefined));
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  // The first visit has loaded these without the worker: the texts of the language, the pieces.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage(loaded);
}
