/** What the player wants and the server has not answered yet. */
import { isLegal, needsPromotion } from '../game/moveInput';
import type { Command } from '../wire/Command';
import type { ClientMessage } from '../wire/ClientMessage';
import type { GameView } from '../wire/GameView';

export type Action =
  | { readonly type: 'move'; readonly uci: string; readonly ply: number }
  | { readonly type: 'command'; readonly command: Command };

export interface PendingRequest {
  /** The name under which the server answers; the same name again gets the same answer. */
  readonly id: string;
  readonly base: number;
  readonly want: Action;
  /** How often it was asked for anew because something else had happened first. */
  readonly renewals: number;
}

/** Something may happen between a wish and its arrival; more often than this, nobody is unlucky. */
const MOST_RENEWALS = 3;

/** A wish as it is sent. */
export function messageOf(game: string, wish: PendingRequest): ClientMessage {
  const { id, base: base_version, want } = wish;
  return want.type === 'move'
    ? { type: 'move', game, id, base_version, ply: want.ply, uci: want.uci }
    : { type: 'command', game, id, base_version, command: want.command };
}

/** The same wish for the game as it stands now; none when it makes no sense there any more. */
export function renewed(wish: PendingRequest, view: GameView): PendingRequest | null {
  if (wish.renewals >= MOST_RENEWALS || !fits(wish.want, view)) return null;
  const renewals = wish.renewals + 1;
  const name = wish.id.replace(/~\d+$/, '');
  return { ...wish, id: `${name}~${renewals}`, base: view.version, renewals };
}

/** Whether a move is still for this turn. Other wishes are for whatever the game has come to. */
function fits(want: Action, view: GameView): boolean {
  if (want.type === 'command') return view.state.status.type !== 'waiting';
  const [from, to] = [want.uci.slice(0, 2), want.uci.slice(2, 4)];
  const { legal } = view.state;
  const promotes = want.uci.length === 5;
  const turn = want.ply === view.moves.length;
  return turn && isLegal(legal, from, to) && needsPromotion(legal, from, to) === promotes;
}
