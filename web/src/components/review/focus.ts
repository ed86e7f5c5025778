/** Where the focus goes in a review. */
import { tick } from 'svelte';

/**
 * Focuses what leads through the game, or through a lesson, once the page is drawn: what had the
 * focus is gone then.
 */
export async function focusMoments(): Promise<void> {
  await tick();
  const target = document.getElementById('moments') ?? document.getElementById('lesson');
  target?.focus({ preventScroll: true });
}
