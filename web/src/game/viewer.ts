/** Who looks at a game that was fetched, and not from the seat of a player. */
import type { GameView } from '../wire/GameView';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';

const SIDES: readonly Side[] = ['white', 'black'];

/** What the browser knows about whoever looks. */
export interface Reader {
  readonly member: string | null;
  /** Whether this browser has a seat in the game, and its side where the server has said so. */
  readonly isSeated: boolean;
  readonly side: Side | null;
}

/**
 * Who plays here: the member of this name, the side of this browser's seat, or whoever has a seat
 * against an engine. Of two people without accounts it could be either while the side is not known.
 */
export function viewerOf({ seats, shared }: GameView, { isSeated, member, side }: Reader): Viewer {
  if (shared) return 'spectator';
  const named = SIDES.filter((one) => member !== null && seats[one].name === member);
  if (named.length === 1) return named[0] ?? 'spectator';
  if (!isSeated) return 'spectator';
  const people = SIDES.filter((one) => seats[one].player.type === 'person');
  const own = side === null ? people : [side];
  return (own.length === 1 ? own[0] : null) ?? 'spectator';
}
