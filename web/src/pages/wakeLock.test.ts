import { beforeEach, expect, test, vi } from 'vitest';

import { keepAwake } from './wakeLock';

/** How many locks were granted, and how many released. */
let granted: number;
let released: number;
let page: EventTarget & { visibilityState: string };

const request = async (): Promise<object> => {
  granted += 1;
  return { release: async () => void (released += 1) };
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function becomes(visibilityState: 'visible' | 'hidden'): Promise<void> {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

beforeEach(() => {
  granted = released = 0;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
  return () => void vi.unstubAllGlobals();
});

test('the screen stays on, again after the page was hidden, until it is left', async () => {
  const stop = keepAwake();
  await settled();
  expect([granted, released]).toEqual([1, 0]);
  await becomes('hidden');
  expect(granted).toBe(1);
  await becomes('visible');
  expect(granted).toBe(2);
  stop();
  expect(released).toBe(1);
  await becomes('visible');
  expect(granted).toBe(2);
});

test('a lock that comes too late is released', async () => {
  keepAwake()();
  await settled();
  expect([granted, released]).toEqual([1, 1]);
});

test('a browser without locks, and one that refuses them, lets the page be', async () => {
  vi.stubGlobal('navigator', {});
  keepAwake()();
  vi.stubGlobal('navigator', { wakeLock: { request: () => Promise.reject(new Error('battery')) } });
  keepAwake()();
  await settled();
  expect([granted, released]).toEqual([0, 0]);
});
