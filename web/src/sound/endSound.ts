/** How the end of a game sounds to whoever hears it. */
import { ownSide } from '../game/status';
import type { Status } from '../wire/Status';
import type { Viewer } from '../wire/Viewer';
import type { Sound } from './sound';

/** A win and a loss are those of the listener; spectators hear the same in every game. */
export function endSound(status: Status, you: Viewer): Sound {
  const mine = ownSide(you);
  if (mine === null || status.type !== 'over' || status.winner === null) return 'end';
  return status.winner === mine ? 'win' : 'loss';
}
