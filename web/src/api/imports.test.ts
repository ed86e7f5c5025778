import { expect, test } from 'vitest';

import type { ImportEvent } from '../wire/ImportEvent';
import { eventReader } from './imports';

test('events of a growing response are passed on once, each when complete', () => {
  const received: ImportEvent[] = [];
  const read = eventReader((event) => received.push(event));
  const progress = (games: number): string =>
    `data: ${JSON.stringify({ type: 'progress', bytes: games * 100, games })}\n\n`;
  const text = `${progress(1)}:\n\n${progress(2)}`;
  for (const [length, games] of [
    [10, []],
    [progress(1).length, [1]],
    [progress(1).length + 5, [1]],
    [text.length, [1, 2]],
    [text.length, [1, 2]],
  ] as const) {
    read(text.slice(0, length));
    expect(received.map((event) => (event.type === 'progress' ? event.games : null))).toEqual(
      games,
    );
  }
});
