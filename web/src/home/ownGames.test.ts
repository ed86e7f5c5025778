import { describe, expect, test } from 'vitest';

import type { listGames } from '../api/library';
import { UNREACHABLE } from '../api/request';
import type { LibraryRow } from '../wire/LibraryRow';
import { fetchOwnGames, NO_GAMES, sortOut } from './ownGames';

function row(id: string, part: Partial<LibraryRow> = {}): LibraryRow {
  return {
    id,
    white: 'Ann',
    black: 'Bo',
    winner: null,
    moves: 3,
    last_played_ms: 0,
    imported: false,
    status: 'playing',
    turn: 'white',
    white_rating: null,
    black_rating: null,
    event: null,
    site: null,
    date: null,
    round: null,
    eco: null,
    opening: null,
    can_continue: false,
    ...part,
  };
}

const ids = (rows: readonly LibraryRow[]): string[] => rows.map(({ id }) => id);

/** A library with these games, some of which are the caller's. */
function library(rows: readonly LibraryRow[], mine: ReadonlySet<string>): typeof listGames {
  return ({ status, ids, mine: isMine, limit }) => {
    const wanted = ids === undefined || ids === null ? null : ids.split(',');
    const found = rows
      .filter((row) => row.status === status)
      .filter(({ id }) => wanted?.includes(id) ?? true)
      .filter(({ id }) => isMine !== true || mine.has(id))
      .sort((a, b) => b.last_played_ms - a.last_played_ms)
      .slice(0, limit ?? undefined);
    const value = { rows: found, total: found.length, is_estimate: false, first: null, last: null };
    return Promise.resolve({ ok: true, value });
  };
}

describe('own games', () => {
  test('are the latest first, each once, and apart by what can be done with them', () => {
    const { unfinished, waiting, finished } = sortOut([
      row('a', { last_played_ms: 1 }),
      row('b', { last_played_ms: 2, status: 'adjourned' }),
      row('a', { last_played_ms: 1 }),
      row('c', { status: 'over' }),
      row('d', { status: 'waiting' }),
    ]);
    expect([ids(unfinished), ids(waiting), ids(finished)]).toEqual([['b', 'a'], ['d'], ['c']]);
  });

  test('of a browser are those with a seat, however many others are newer', async () => {
    const others = Array.from({ length: 300 }, (_, index) =>
      row(`x${index}`, { status: 'over', last_played_ms: 100 + index }),
    );
    const rows = [
      row('a'),
      row('b', { status: 'over' }),
      row('c', { status: 'waiting' }),
      ...others,
    ];
    const visitor = { seats: new Set(['a', 'b', 'c']), isMember: false };
    const games = await fetchOwnGames(visitor, library(rows, new Set()));
    expect(games).toMatchObject({
      unfinished: [{ id: 'a' }],
      waiting: [{ id: 'c' }],
      finished: [{ id: 'b' }],
    });
  });

  test('of a member are on any device, whether they are being played or adjourned', async () => {
    const rows = [row('a'), row('b', { status: 'adjourned', last_played_ms: -1 }), row('x')];
    const member = { seats: new Set<string>(), isMember: true };
    const games = await fetchOwnGames(member, library(rows, new Set(['a', 'b'])));
    expect(ids(games?.unfinished ?? [])).toEqual(['a', 'b']);
  });

  test('nothing is asked for whoever has none', async () => {
    const visitor = { seats: new Set<string>(), isMember: false };
    const asked: typeof listGames = () => Promise.reject(new Error('asked'));
    expect(await fetchOwnGames(visitor, asked)).toEqual(NO_GAMES);
  });

  test('are unknown while the server does not answer', async () => {
    const away: typeof listGames = () => Promise.resolve({ ok: false, error: UNREACHABLE });
    expect(await fetchOwnGames({ seats: new Set(['a']), isMember: false }, away)).toBe(null);
  });
});
