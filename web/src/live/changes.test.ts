import { expect, test, vi } from 'vitest';

import { followChanges } from './changes';

/** An event source that a test plays. */
class Played extends EventTarget {
  readyState = 1;
  closed = false;
  close(): void {
    this.closed = true;
  }
}

test('changes are passed on, and a lost connection is bridged by asking', () => {
  vi.useFakeTimers();
  const sources: Played[] = [];
  const changes: (number | null)[] = [];
  const connection: boolean[] = [];
  const stop = followChanges(
    '/events',
    {
      onChange: (version) => changes.push(version),
      onConnection: (connected) => connection.push(connected),
    },
    () => {
      const source = new Played();
      sources.push(source);
      return source as unknown as EventSource;
    },
  );
  const [first] = sources;
  first?.dispatchEvent(new MessageEvent('changed', { data: '{"version":3}' }));
  expect(changes).toEqual([3]);
  first?.dispatchEvent(new Event('error'));
  first?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(5000);
  expect([changes, connection]).toEqual([[3, null], [false]]);
  if (first !== undefined) first.readyState = 2;
  vi.advanceTimersByTime(5000);
  expect(sources).toHaveLength(2);
  sources[1]?.dispatchEvent(new MessageEvent('changed', { data: 'nonsense' }));
  vi.advanceTimersByTime(60_000);
  expect([changes, connection]).toEqual([
    [3, null, null, null],
    [false, true],
  ]);
  stop();
  expect(sources[1]?.closed).toBe(true);
  vi.useRealTimers();
});
