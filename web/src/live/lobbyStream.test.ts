import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followLobby, HIDDEN_MS, SILENCE_MS } from './lobbyStream';

/** An event source that a test plays. */
class Played extends EventTarget {
  closed = false;
  close(): void {
    this.closed = true;
  }
  say(type: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }
}

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let sources: Played[] = [];
let seen: string[] = [];
let connection: boolean[] = [];
let page = new Page();
let stop = (): void => {};

const last = (): Played => {
  const source = sources.at(-1);
  if (source === undefined) throw new Error('no stream');
  return source;
};

beforeEach(() => {
  vi.useFakeTimers();
  [sources, seen, connection, page] = [[], [], [], new Page()];
  stop = followLobby(
    '/events',
    {
      onLobby: (data) => seen.push(data),
      onSession: () => seen.push('session'),
      onConnection: (connected) => connection.push(connected),
    },
    {
      connect: () => {
        const source = new Played();
        sources.push(source);
        return source as unknown as EventSource;
      },
      page: page as unknown as Document,
      random: () => 1,
    },
  );
});
afterEach(() => {
  stop();
  expect(last().closed).toBe(true);
  vi.useRealTimers();
});

test('a stream that the server ends is opened again at once and nobody is told', () => {
  last().say('lobby', 'a');
  last().say('renew');
  expect(sources).toHaveLength(2);
  expect(sources[0]?.closed).toBe(true);
  sources[0]?.say('lobby', 'late');
  last().say('lobby', 'b');
  expect([seen, connection]).toEqual([['a', 'b'], []]);
});

test('a lost stream is opened again after a wait, longer each time', () => {
  last().say('lobby', 'a');
  last().say('error');
  expect([sources.length, connection]).toEqual([1, [false]]);
  vi.advanceTimersByTime(800);
  expect(sources).toHaveLength(2);
  last().say('error');
  vi.advanceTimersByTime(1599);
  expect(sources).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sources).toHaveLength(3);
  last().say('lobby', 'b');
  expect(connection).toEqual([false, true]);
});

test('a stream that has gone silent is dead', () => {
  last().say('lobby', 'a');
  vi.advanceTimersByTime(SILENCE_MS);
  expect(connection).toEqual([false]);
  vi.advanceTimersByTime(1000);
  expect(sources).toHaveLength(2);
});

test('a page that nobody sees gives its stream up, and opens one when it is seen again', () => {
  page.turn('hidden');
  vi.advanceTimersByTime(HIDDEN_MS - 1);
  expect(last().closed).toBe(false);
  page.turn('visible');
  last().say('lobby', 'a');
  vi.advanceTimersByTime(HIDDEN_MS / 10);
  expect(sources).toHaveLength(1);
  page.turn('hidden');
  vi.advanceTimersByTime(HIDDEN_MS);
  expect(last().closed).toBe(true);
  page.turn('visible');
  expect(sources).toHaveLength(2);
});

test('a change of the session is passed on, but not from a stream that was replaced', () => {
  const first = last();
  first.say('changed');
  expect(seen).toEqual(['session']);
  first.say('renew');
  first.say('changed');
  expect(seen).toEqual(['session']);
});
