/** Starts games and stores the secrets of their seats. */
import { app, storage } from '../app.svelte';
import { createGame } from '../api/games';
import type { ApiError } from '../api/request';
import { atOneScreen } from '../game/setup';
import { againstEngine } from '../game/status';
import { gamePath } from '../router';
import { saveValue } from '../settings/storage';
import { saveSeat } from '../settings/seats';
import type { GameCreated } from '../wire/GameCreated';
import type { GameView } from '../wire/GameView';
import type { NewGame } from '../wire/NewGame';

/** Creates a game and opens it; an error changes nothing. */
export async function begin(game: NewGame): Promise<ApiError | null> {
  const answer = await createGame(game);
  if (!answer.ok) return answer.error;
  sitDown(answer.value);
  app.go(gamePath(answer.value.id));
  return null;
}

/** Stores the secret of the own seat, and the invitation to the other one. */
export function sitDown(created: GameCreated): void {
  const secret = created.secrets.white ?? created.secrets.black;
  if (secret !== null) saveSeat(storage, created.id, secret);
  if (created.invitation !== null) {
    saveValue(storage, `invitation:${created.id}`, created.invitation.link);
  }
}

/** Starts a game like this one from another position; between two people it becomes pass and play. */
export async function startFrom(fen: string, like: GameView): Promise<ApiError | null> {
  const start = { type: 'fen', fen } as const;
  const { time, automatic_draws } = like;
  if (like.shared || againstEngine(like)) {
    return begin({ start, seats: like.seats, time, shared: like.shared, automatic_draws });
  }
  const { words } = app;
  const named = { ...app.choices, white: words.side('white'), black: words.side('black') };
  return begin(atOneScreen(named, Math.random, start));
}
