/** What an invitation to a game promises, for the person who is invited. */
import type { GameView } from '../wire/GameView';
import type { Side } from '../wire/Side';
import type { Time } from '../wire/Time';
import { START_FEN } from './editor';
import { opposite } from './placement';

export interface Invited {
  /** The color of whoever accepts; `null` if somebody has. */
  readonly side: Side | null;
  /** The name of the player who waits, if it is known. */
  readonly inviter: string | null;
  readonly ownTime: Time | null;
  readonly theirTime: Time | null;
  readonly start: 'standard' | 'chess960' | 'position';
}

export function invitedTo(view: GameView): Invited {
  const side = openSide(view);
  const own = side ?? 'black';
  return {
    side,
    inviter: side === null ? null : view.seats[opposite(side)].name || null,
    ownTime: view.time[own],
    theirTime: view.time[opposite(own)],
    start: view.chess960 ? 'chess960' : view.start_fen === START_FEN ? 'standard' : 'position',
  };
}

/** What has become of an invitation: whether it can still be accepted. */
export function invitationState(view: GameView): 'open' | 'used' | 'canceled' {
  if (openSide(view) === null) return 'used';
  return view.state.status.type === 'over' ? 'canceled' : 'open';
}

/** Whether both sides have the same clock. */
export function isEqualTime({ ownTime, theirTime }: Invited): boolean {
  return JSON.stringify(ownTime) === JSON.stringify(theirTime);
}

function openSide({ seats }: GameView): Side | null {
  if (seats.white.player.type === 'open') return 'white';
  return seats.black.player.type === 'open' ? 'black' : null;
}
