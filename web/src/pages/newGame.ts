/** Starts games and stores the secrets of their seats. */
import { app, storage } from '../app.svelte';
import { createGame, takeSeats } from '../api/games';
import type { ApiError } from '../api/request';
import type { ChosenMove } from '../game/moveInput';
import { passAndPlay } from '../game/setup';
import { againstEngine } from '../game/status';
import { gamePath } from '../router';
import { saveValue } from '../settings/storage';
import { saveSeat } from '../settings/seats';
import type { GameCreated } from '../wire/GameCreated';
import type { GameView } from '../wire/GameView';
import type { NewGame } from '../wire/NewGame';
import { leaveFirstMove } from './firstMoves';

/** Creates a game and opens it, with a first move if there is one; an error changes nothing. */
export async function startGame(
  game: NewGame,
  firstMove: ChosenMove | null = null,
): Promise<ApiError | null> {
  const result = await createGame(game);
  if (!result.ok) return result.error;
  saveSeats(result.value);
  if (firstMove !== null) leaveFirstMove(result.value.id, firstMove);
  app.go(gamePath(result.value.id));
  return null;
}

/**
 * Opens a game in which the user has a seat by their account. The seat is taken
 * every time: on a shared tablet, the stored one may be somebody else's.
 */
export async function playOwnGame(id: string): Promise<ApiError | null> {
  const result = await takeSeats(id);
  if (!result.ok) return result.error;
  saveSeats(result.value);
  app.go(gamePath(id));
  return null;
}

/** Stores the secret of the own seat, and the invitation to the other one. */
export function saveSeats(created: GameCreated): void {
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
    return startGame({ start, seats: like.seats, time, shared: like.shared, automatic_draws });
  }
  const { messages } = app;
  const named = { ...app.choices, white: messages.side('white'), black: messages.side('black') };
  return startGame(passAndPlay(named, Math.random, start));
}
