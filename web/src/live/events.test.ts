import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Source } from './changes';
import { followEvents } from './events';

/** A connection that a test speaks through. */
class FakeSource {
  readyState = 1;
  readonly listeners = new Map<string, (event: Event) => void>();

  addEventListener(name: string, listener: (event: Event) => void): void {
    this.listeners.set(name, listener);
  }

  close(): void {
    this.readyState = 2;
  }

  say(name: string, data = ''): void {
    this.listeners.get(name)?.({ data } as unknown as Event);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('events are taken by their names, and a refused connection is tried again', () => {
  const sources: FakeSource[] = [];
  const seen: unknown[] = [];
  const stop = followEvents(
    '/x',
    {
      events: { state: (data) => seen.push(data), ended: () => seen.push('end') },
      onConnection: (connected) => seen.push(connected),
    },
    () => {
      const source = new FakeSource();
      sources.push(source);
      return source as unknown as Source;
    },
  );
  sources[0]?.say('state', '{"a":1}');
  sources[0]?.say('state', 'no JSON');
  expect(seen).toEqual([true, { a: 1 }, true, null]);
  // The browser tries again by itself.
  sources[0]?.say('error');
  vi.advanceTimersByTime(10_000);
  expect(sources).toHaveLength(1);
  // It does not.
  sources[0]?.close();
  sources[0]?.say('error');
  vi.advanceTimersByTime(10_000);
  expect(sources).toHaveLength(2);
  sources[1]?.say('ended', '{}');
  expect(seen.slice(4)).toEqual([false, false, true, 'end']);
  stop();
  expect(sources[1]?.readyState).toBe(2);
});
