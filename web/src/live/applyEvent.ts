/** Applies an event to the game on the screen. The state comes with every event. */
import type { Event } from '../wire/Event';
import type { GameView } from '../wire/GameView';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Seat } from '../wire/Seat';
import type { Side } from '../wire/Side';
import type { State } from '../wire/State';

export function applyEvent(view: GameView, version: number, event: Event, state: State): GameView {
  const next = { ...view, version, state };
  switch (event.type) {
    case 'moved':
      return { ...next, moves: [...view.moves, { uci: event.uci, san: event.san }] };
    case 'taken_back':
      return { ...next, moves: withoutLast(view.moves, event.plies) };
    case 'redone':
      return { ...next, moves: [...view.moves, ...event.played] };
    case 'joined':
      return reseated(next, event.side, { name: event.name, player: { type: 'person' } });
    case 'renamed':
      return reseated(next, event.side, { ...view.seats[event.side], name: event.name });
    default:
      return next;
  }
}

function withoutLast(moves: readonly NotatedMove[], plies: number): NotatedMove[] {
  return moves.slice(0, Math.max(0, moves.length - plies));
}

function reseated(view: GameView, side: Side, seat: Seat): GameView {
  return { ...view, seats: { ...view.seats, [side]: seat } };
}
