/** What the player has requested and the server has not answered yet. */
import { isLegal, needsPromotion } from '../game/moveInput';
import type { Command } from '../wire/Command';
import type { ClientMessage } from '../wire/ClientMessage';
import type { GameView } from '../wire/GameView';

export type Action =
  | { readonly type: 'move'; readonly uci: string; readonly ply: number }
  | { readonly type: 'command'; readonly command: Command };

export interface PendingRequest {
  /** The server answers under this id, and answers the same id the same way again. */
  readonly id: string;
  /** The version of the game that the player saw. */
  readonly baseVersion: number;
  readonly action: Action;
  /** How often it was rebased because something else had happened first. */
  readonly rebases: number;
  /** Whether it was sent before, over a connection that was lost; then it may have been stored. */
  readonly sentBefore: boolean;
}

/** A request that is overtaken more often than this is dropped. */
const MAX_REBASES = 3;

export function toMessage(game: string, request: PendingRequest): ClientMessage {
  const { id, baseVersion: base_version, action } = request;
  return action.type === 'move'
    ? { type: 'move', game, id, base_version, ply: action.ply, uci: action.uci }
    : { type: 'command', game, id, base_version, command: action.command };
}

/** The same request for the game as it stands now; `null` if it no longer makes sense. */
export function rebased(request: PendingRequest, view: GameView): PendingRequest | null {
  if (request.rebases >= MAX_REBASES || !isStillPossible(request.action, view)) return null;
  const rebases = request.rebases + 1;
  const name = request.id.replace(/~\d+$/, '');
  return {
    ...request,
    id: `${name}~${rebases}`,
    baseVersion: view.version,
    rebases,
    sentBefore: false,
  };
}

/** A move is for one turn only. Other commands apply to whatever the game has become. */
function isStillPossible(action: Action, view: GameView): boolean {
  if (action.type === 'command') return view.state.status.type !== 'waiting';
  const [from, to] = [action.uci.slice(0, 2), action.uci.slice(2, 4)];
  const { legal } = view.state;
  const promotes = action.uci.length === 5;
  const isThisTurn = action.ply === view.moves.length;
  return isThisTurn && isLegal(legal, from, to) && needsPromotion(legal, from, to) === promotes;
}
