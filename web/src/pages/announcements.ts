/** What people see and hear when something happens in a game: sounds, notices, announced moves. */
import { app, storage } from '../app.svelte';
import { replay } from '../game/placement';
import { endText, ownSide } from '../game/status';
import { describeMove, subjectOf } from '../game/descriptions';
import { errorText } from '../i18n/messages';
import type { Effect } from '../live/connection';
import { gamePath, gameScreenPath } from '../router';
import { forgetSeat, saveSeat } from '../settings/seats';
import { endSound } from '../sound/endSound';
import { play, type Sound } from '../sound/sound';
import type { ErrorCode } from '../wire/ErrorCode';
import type { Event } from '../wire/Event';
import type { GameView } from '../wire/GameView';
import type { Offer } from '../wire/Offer';
import type { Side } from '../wire/Side';
import type { GameSession } from './session.svelte';

/** Illegal moves that need no explanation: a slip, or a piece that is put back. */
const SLIPS: readonly ErrorCode[] = ['bad_move', 'illegal'];
/** Illegal moves whose rule is easily overlooked. */
const OVERLOOKED: readonly ErrorCode[] = [
  'still_in_check',
  'leaves_king_in_check',
  'king_into_check',
  'cannot_castle',
];

/** Announces what an effect means for people. */
export function announceEffect(effect: Effect, session: GameSession): void {
  switch (effect.type) {
    case 'event':
      announceEvent(effect.event, effect.view, session);
      announceDeclined(effect, session);
      break;
    case 'rejected':
      announceRejection(effect);
      break;
    case 'forget_secret':
      forgetSeat(storage, session.id);
      break;
    default:
  }
}

function announceRejection({ error, action }: Extract<Effect, { type: 'rejected' }>): void {
  const { code } = error;
  if (code === 'wrong_secret') return app.notify(app.messages.wrongSecret);
  const text = errorText(app.messages, error);
  if (action?.type !== 'move' || !(SLIPS.includes(code) || OVERLOOKED.includes(code))) {
    return app.notify(text);
  }
  if (OVERLOOKED.includes(code)) app.showStatus(text);
}

function announceEvent(event: Event, view: GameView, session: GameSession): void {
  const { messages } = app;
  switch (event.type) {
    case 'moved':
      announceMove(view);
      break;
    case 'taken_back':
      app.announce(messages.takenBack);
      break;
    case 'redone':
      app.announce(messages.redone);
      break;
    case 'offered':
      if (event.by !== session.you) announceOffer(offerText(session, view, event), session);
      break;
    case 'joined':
      playSound('notice');
      break;
    case 'adjourned':
      playSound('notice');
      app.announce(messages.locks.adjourned);
      break;
    case 'continued':
      playSound('notice');
      app.announce(messages.locks.continued);
      break;
    case 'rematched':
      return openRematch(event.next, session);
    default:
  }
  if (view.state.status.type === 'over' && event.type !== 'renamed') {
    retractDeclined(view, session);
    playSound(endSound(view.state.status, session.you));
    app.announce(endText(messages, view, session.you));
  }
}

export function offerText(
  { you }: GameSession,
  view: GameView,
  { by, offer }: { readonly by: Side; readonly offer: Offer },
): string {
  return app.messages.offered(subjectOf(app.messages, view, by, you), offer);
}

/** Notifies a player whose offer was declined, explicitly or by a move. */
function announceDeclined(effect: Extract<Effect, { type: 'event' }>, session: GameSession): void {
  const { event, before, view } = effect;
  const mine = ownSide(session.you);
  if (mine === null || (event.type !== 'declined' && event.type !== 'moved')) return;
  const by = event.type === 'declined' ? event.by : before.state.turn;
  if (by === mine) return;
  const standing = view.state.offers.map(({ by, offer }) => `${by} ${offer}`);
  for (const { by: offerer, offer } of before.state.offers) {
    if (offerer !== mine || standing.includes(`${offerer} ${offer}`)) continue;
    notify(app.messages.declined(subjectOf(app.messages, view, by, session.you), offer));
  }
}

/** Nobody wants to know what was declined in a game that has ended. */
function retractDeclined(view: GameView, { you }: GameSession): void {
  for (const side of ['white', 'black'] as const) {
    const who = subjectOf(app.messages, view, side, you);
    for (const offer of ['draw', 'takeback'] as const) {
      app.retract(app.messages.declined(who, offer));
    }
  }
}

function announceMove(view: GameView): void {
  const last = view.moves.at(-1);
  const before = replay(view.start_fen, view.moves).at(-2);
  if (last === undefined || before === undefined) return;
  app.announce(describeMove(app.messages, before, last));
  if (view.state.status.type === 'over') return;
  playSound(view.state.check !== null ? 'check' : last.san.includes('x') ? 'capture' : 'move');
}

/** A rematch is played with the secret of the game before it. */
function openRematch(next: string, session: GameSession): void {
  const { secret } = session.connection;
  if (secret !== null) saveSeat(storage, next, secret);
  app.go(app.page.name === 'game_screen' ? gameScreenPath(next) : gamePath(next));
}

/** Players are asked beside the board, where a notice would only cover the moves. */
function announceOffer(text: string, { you }: GameSession): void {
  if (ownSide(you) === null) return notify(text);
  playSound('notice');
  app.announce(text);
}

function notify(text: string): void {
  playSound('notice');
  app.notify(text);
}

function playSound(sound: Sound): void {
  play(sound, app.settings);
}
