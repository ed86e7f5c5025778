import { describe, expect, test } from 'vitest';

import type { LibraryRow } from '../wire/LibraryRow';
import { sortOut, type Owner } from './ownGames';

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

const visitor: Owner = { seats: new Set(['a', 'b']), isMember: false, mayTakeAny: false };
const member: Owner = { seats: new Set(), isMember: true, mayTakeAny: false };
const ids = (rows: readonly LibraryRow[]): string[] => rows.map(({ id }) => id);

describe('own games', () => {
  test('of a browser are those with a seat, the latest first, and each once', () => {
    const rows = [
      row('a', { last_played_ms: 1 }),
      row('x'),
      row('b', { last_played_ms: 2 }),
      row('a', { last_played_ms: 1 }),
    ];
    expect(ids(sortOut(rows, visitor).unfinished)).toEqual(['b', 'a']);
  });

  test('are apart when they have ended', () => {
    const { unfinished, finished } = sortOut([row('a'), row('b', { status: 'over' })], visitor);
    expect([ids(unfinished), ids(finished)]).toEqual([['a'], ['b']]);
  });

  test('of a member are those that they may continue, and those that were found as theirs', () => {
    const rows = [
      row('a', { status: 'adjourned', can_continue: true }),
      row('b', { status: 'adjourned' }),
      row('c', { status: 'over' }),
    ];
    const { unfinished, finished } = sortOut(rows, member);
    expect([ids(unfinished), ids(finished)]).toEqual([['a'], ['c']]);
  });

  test('of an admin are not all games', () => {
    const rows = [
      row('a', { status: 'adjourned', can_continue: true }),
      row('c', { status: 'over' }),
    ];
    const { unfinished, finished } = sortOut(rows, { ...member, mayTakeAny: true });
    expect([unfinished, finished]).toEqual([[], []]);
  });
});
