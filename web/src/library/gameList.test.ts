import { beforeEach, expect, test, vi } from 'vitest';

import { listGames } from '../api/library';
import { UNREACHABLE } from '../api/request';
import type { LibraryPage } from '../wire/LibraryPage';
import type { LibraryRow } from '../wire/LibraryRow';
import { GameList } from './gameList.svelte';
import { queryOf } from './address';

vi.mock('../api/library', () => ({ listGames: vi.fn() }));

const TOP = { first: 0, end: 1 };
const PAGE_OF_ONE: LibraryPage = {
  rows: [{ id: 'AAAAAAAAAA' } as LibraryRow],
  total: 1,
  is_estimate: false,
  first: null,
  last: null,
};
const answers = (): void =>
  void vi.mocked(listGames).mockResolvedValue({ ok: true, value: PAGE_OF_ONE });
const isAway = (): void =>
  void vi.mocked(listGames).mockResolvedValue({ ok: false, error: UNREACHABLE });

beforeEach(answers);

test('rows of another query do not stay below the error of the current one', async () => {
  const list = new GameList();
  await list.show(queryOf(''), TOP);
  expect([list.total, list.listed, list.row(0)?.id]).toEqual([1, 1, 'AAAAAAAAAA']);
  isAway();
  await list.show(queryOf('?search=zoe'), TOP);
  expect(list.error).toEqual(UNREACHABLE);
  expect([list.total, list.listed, list.row(0)]).toEqual([null, 0, undefined]);
  answers();
  await list.show(queryOf('?search=zoe'), TOP);
  expect([list.error, list.total, list.row(0)?.id]).toEqual([null, 1, 'AAAAAAAAAA']);
});

test('the rows of a query stay when it cannot be asked again', async () => {
  const list = new GameList();
  await list.show(queryOf('?search=zoe'), TOP);
  isAway();
  await list.show(queryOf('?search=zoe'), TOP);
  expect(list.error).toEqual(UNREACHABLE);
  expect([list.total, list.row(0)?.id]).toEqual([1, 'AAAAAAAAAA']);
});
