import { expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import { GameCache } from './gameCache';

/** Counts requests; games whose ids begin with `over` are over. */
function server(): { asked: string[]; cache: GameCache } {
  const asked: string[] = [];
  const cache = new GameCache((id) => {
    asked.push(id);
    const type = id.startsWith('over') ? 'over' : 'playing';
    const view = { id, state: { status: { type } } } as unknown as GameView;
    return Promise.resolve({ ok: true, value: view });
  });
  return { asked, cache };
}

test('a game that is over is fetched once, one that goes on every time', async () => {
  const { asked, cache } = server();
  for (const id of ['over', 'over', 'going on', 'going on']) await cache.game(id);
  expect(asked).toEqual(['over', 'going on', 'going on']);
  expect([cache.known('over')?.id, cache.known('going on')]).toEqual(['over', null]);
});

test('the games looked at longest ago are forgotten', async () => {
  const { cache } = server();
  for (let game = 0; game <= 100; game += 1) await cache.game(`over ${game}`);
  expect([cache.known('over 0'), cache.known('over 1')?.id]).toEqual([null, 'over 1']);
});
