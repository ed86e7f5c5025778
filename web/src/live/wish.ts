/** What the player wants and the server has not answered yet. */
import { isLegal, needsPromotion } from '../game/typed';
import type { Act } from '../wire/Act';
import type { ClientMessage } from '../wire/ClientMessage';
import type { GameView } from '../wire/GameView';

export type Want =
  | { readonly type: 'move'; readonly uci: string; readonly ply: number }
  | { readonly type: 'act'; readonly act: Act };

export interface Wish {
  /** The name under which the server answers; the same name again gets the same answer. */
  readonly id: string;
  readonly base: number;
  readonly want: Want;
  /** How often it was asked for anew because something else had happened first. */
  readonly renewals: number;
}

/** Something may happen between a wish and its arrival; more often than this, nobody is unlucky. */
const MOST_RENEWALS = 3;

/** A wish as it is sent. */
export function messageOf(game: string, wish: Wish): ClientMessage {
  const { id, base: base_version, want } = wish;
  return want.type === 'move'
    ? { type: 'move', game, id, base_version, ply: want.ply, uci: want.uci }
    : { type: 'act', game, id, base_version, act: want.act };
}

/** The same wish for the game as it stands now; none when it makes no sense there any more. */
export function renewed(wish: Wish, view: GameView): Wish | null {
  if (wish.renewals >= MOST_RENEWALS || !fits(wish.want, view)) return null;
  const renewals = wish.renewals + 1;
  const name = wish.id.replace(/~\d+$/, '');
  return { ...wish, id: `${name}~${renewals}`, base: view.version, renewals };
}

/** Whether a move is still for this turn. Other wishes are for whatever the game has come to. */
function fits(want: Want, view: GameView): boolean {
  if (want.type === 'act') return view.state.status.type !== 'waiting';
  const [from, to] = [want.uci.slice(0, 2), want.uci.slice(2, 4)];
  const { legal } = view.state;
  const promotes = want.uci.length === 5;
  const turn = want.ply === view.moves.length;
  return turn && isLegal(legal, from, to) && needsPromotion(legal, from, to) === promotes;
}
