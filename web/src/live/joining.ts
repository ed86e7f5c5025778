/**
 * Joining a game by invitation, so that a lost answer loses no seat: the secret of the seat is chosen
 * here and stored before it is sent, and the same request is sent again until it is answered. Until
 * then, the secret of the invitation is kept for the tab, because the address does not have it.
 */
import { joinGame } from '../api/games';
import type { ApiResult } from '../api/request';
import { text } from '../settings/fields';
import { loadValue, saveValue, storageKey, type BrowserStorage } from '../settings/storage';
import { randomSecret } from '../study/random';
import type { GameCreated } from '../wire/GameCreated';

export interface Invited {
  readonly game: string;
  readonly invitation: string;
  readonly name: string | null;
}

/** How a request is sent, and how time passes. */
export interface Joining {
  readonly send: typeof joinGame;
  readonly wait: (ms: number) => Promise<void>;
}

/** The last join of this browser: the answer may have been lost. */
interface LastJoin {
  readonly game: string;
  readonly secret: string;
}

const RETRY_DELAYS_MS = [500, 1500, 4000];
const LONGEST = 64;

/** Errors after which the same request may succeed, or has succeeded already. */
const RETRIED: readonly string[] = ['unreachable', 'busy', 'closing', 'not_stored', 'unconfirmed'];

/** What an invitation is stored under until it is answered. */
const invitedName = (game: string): string => `invited:${game}`;

/** The secret of an invitation that is not answered yet; `null` for none. */
export function keptInvitation(storage: BrowserStorage, game: string): string | null {
  return loadValue(storage, invitedName(game), text(LONGEST)) || null;
}

export function keepInvitation(storage: BrowserStorage, game: string, secret: string): void {
  saveValue(storage, invitedName(game), secret);
}

export function forgetInvitation(storage: BrowserStorage, game: string): void {
  storage.removeItem(storageKey(invitedName(game)));
}

/** Whether this browser has tried to join the game; it may have the seat without knowing it. */
export function hasTriedToJoin(storage: BrowserStorage, game: string): boolean {
  return loadValue(storage, 'join', lastJoinField).game === game;
}

const BROWSER: Joining = {
  send: joinGame,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Takes the open seat of a game. */
export async function join(
  storage: BrowserStorage,
  invited: Invited,
  { send, wait }: Joining = BROWSER,
): Promise<ApiResult<GameCreated>> {
  const { game, invitation, name } = invited;
  const request = { invitation, name, secret: joinSecret(storage, game) };
  let answer = await send(game, request);
  for (const delay of RETRY_DELAYS_MS) {
    if (answer.ok || !RETRIED.includes(answer.error.code)) break;
    await wait(delay);
    answer = await send(game, request);
  }
  return answer;
}

/** The secret for a seat in a game: the same again if this browser has tried to join it before. */
function joinSecret(storage: BrowserStorage, game: string): string {
  const last = loadValue(storage, 'join', lastJoinField);
  if (last.game === game && last.secret !== '') return last.secret;
  const secret = randomSecret();
  saveValue(storage, 'join', { game, secret });
  return secret;
}

function lastJoinField(value: unknown): LastJoin {
  const { game, secret } = (value ?? {}) as { game?: unknown; secret?: unknown };
  const short = text(LONGEST);
  return { game: short(game), secret: short(secret) };
}
