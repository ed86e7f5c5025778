import { beforeEach, expect, test, vi } from 'vitest';

import { viewGame } from '../api/games';
import { viewPosition } from '../api/positions';
import { UNREACHABLE } from '../api/request';
import { whoAmI } from '../api/session';
import { fetchOwnGames } from '../home/ownGames';
import type { GameView } from '../wire/GameView';
import type { LegalMoves } from '../wire/LegalMoves';
import type { LibraryRow } from '../wire/LibraryRow';
import { HomeBoardSession } from './home.svelte';

vi.mock('../account.svelte', () => ({ account: { session: { name: null } } }));
vi.mock('../app.svelte', async () => {
  const { memoryStorage } = await import('../settings/storage');
  return { app: { choices: { mode: 'computer', side: 'white' } }, storage: memoryStorage() };
});
vi.mock('../api/games');
vi.mock('../api/positions');
vi.mock('../api/session');
vi.mock('../home/ownGames', { spy: true });

const UNREADABLE = { code: 'damaged', message: '', values: [] } as const;
const GAMES = { unfinished: [{ id: 'a' } as LibraryRow], waiting: [], finished: [] };
const GAME = {
  id: 'a',
  seats: { white: { player: { type: 'person' } }, black: { player: { type: 'engine' } } },
  moves: [],
  state: { fen: 'fen', turn: 'white', status: { type: 'playing' } },
} as unknown as GameView;

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(fetchOwnGames).mockResolvedValue(GAMES);
  vi.mocked(viewGame).mockResolvedValue({ ok: true, value: GAME });
  const legal = {} as LegalMoves;
  vi.mocked(viewPosition).mockResolvedValue({ ok: true, value: { legal } } as never);
  vi.mocked(whoAmI).mockResolvedValue({ ok: true, value: {} } as never);
});

test('what follows the board stays while another position is fetched', async () => {
  const session = new HomeBoardSession();
  expect(session.isReady).toBe(false);
  await session.load();
  expect(session.isReady).toBe(true);
  session.choose('today');
  expect(session.isReady).toBe(true);
});

test('a game that cannot be read leaves the lists of the others', async () => {
  vi.mocked(viewGame).mockResolvedValue({ ok: false, error: UNREADABLE });
  const session = new HomeBoardSession();
  await session.load();
  expect(session.games).toEqual(GAMES);
  expect(session.game).toBe(null);
  await session.loadMoves();
  expect(session.isReady).toBe(true);
});

test('a game that begins while the page is open is shown, unless something was chosen', async () => {
  for (const chosen of [null, 'new'] as const) {
    vi.mocked(fetchOwnGames).mockResolvedValue({ ...GAMES, unfinished: [] });
    const session = new HomeBoardSession();
    await session.load();
    expect(session.shown).toBe('new');
    if (chosen !== null) session.choose(chosen);
    vi.mocked(fetchOwnGames).mockResolvedValue(GAMES);
    await session.load();
    expect(session.choices).toContain('game');
    expect(session.shown).toBe(chosen ?? 'game');
  }
});

test('while the server is away, what is shown stays', async () => {
  const session = new HomeBoardSession();
  await session.load();
  vi.mocked(viewGame).mockResolvedValue({ ok: false, error: UNREACHABLE });
  await session.load();
  expect(session.game).toEqual(GAME);
});

test('the second look asks whether the server is there, whatever the first one found', async () => {
  vi.mocked(fetchOwnGames).mockResolvedValue(null);
  vi.mocked(whoAmI).mockResolvedValue({ ok: false, error: UNREACHABLE });
  const session = new HomeBoardSession();
  await session.refresh();
  expect(whoAmI).not.toHaveBeenCalled();
  await session.refresh();
  expect(session.isAway).toBe(true);
});
