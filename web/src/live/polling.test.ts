import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { pollWhileVisible, type Visibility } from './polling';

const PAUSE_MS = 1000;

/** A page whose visibility a test sets. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Polls with a task that counts its runs. */
function polling(task = () => Promise.resolve()) {
  const page = new FakePage();
  const runs = vi.fn(task);
  const stop = pollWhileVisible(runs, PAUSE_MS, page as unknown as Visibility);
  return { page, runs, stop };
}

test('a task runs at once and after every pause, until it is stopped', async () => {
  const { page, runs, stop } = polling();
  expect(runs).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
  expect(runs).toHaveBeenCalledTimes(3);
  stop();
  page.show('visible');
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
  expect(runs).toHaveBeenCalledTimes(3);
});

test('a hidden page rests, and is up to date when it is seen again', async () => {
  const { page, runs, stop } = polling();
  page.show('hidden');
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(runs).toHaveBeenCalledTimes(1);
  page.show('visible');
  expect(runs).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(runs).toHaveBeenCalledTimes(3);
  stop();
});

test('a slow task is not started twice', async () => {
  let finish = (): void => {};
  const { page, runs, stop } = polling(() => new Promise((resolve) => (finish = resolve)));
  page.show('hidden');
  page.show('visible');
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(runs).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(runs).toHaveBeenCalledTimes(2);
  stop();
});
