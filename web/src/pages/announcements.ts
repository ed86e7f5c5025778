/** What is heard and read when something happens in a game: sounds, notices, spoken moves. */
import { app, storage } from '../app.svelte';
import { replay } from '../game/placement';
import { endText, ownSide } from '../game/status';
import { moveWords, subjectOf } from '../game/words';
import { errorText } from '../i18n/messages';
import type { Effect } from '../live/connection';
import { gamePath } from '../router';
import { forgetSeat, keepSeat } from '../settings/seats';
import { play, type Sound } from '../sound/sound';
import type { Code } from '../wire/Code';
import type { Event } from '../wire/Event';
import type { GameView } from '../wire/GameView';
import type { Offer } from '../wire/Offer';
import type { Side } from '../wire/Side';
import type { GameSession } from './session.svelte';

/** A move that was tried breaks a rule that is seen at a glance: a slip, or a piece put down again. */
const SLIPS: readonly Code[] = ['bad_move', 'illegal'];
/** It breaks a rule that is easily overlooked. */
const OVERLOOKED: readonly Code[] = [
  'still_in_check',
  'leaves_king_in_check',
  'king_into_check',
  'cannot_castle',
];

/** Tells what an effect means to people. */
export function tell(effect: Effect, session: GameSession): void {
  switch (effect.type) {
    case 'happened':
      happened(effect.event, effect.view, session);
      tellDeclined(effect, session);
      break;
    case 'denied':
      denied(effect);
      break;
    case 'forget_secret':
      forgetSeat(storage, session.id);
      break;
    default:
  }
}

function denied({ problem, want }: Extract<Effect, { type: 'denied' }>): void {
  const { code } = problem;
  if (code === 'wrong_secret') return app.notify(app.words.wrongSecret);
  const text = errorText(app.words, problem);
  if (want?.type !== 'move' || !(SLIPS.includes(code) || OVERLOOKED.includes(code))) {
    return app.notify(text);
  }
  if (OVERLOOKED.includes(code)) app.remark(text);
}

function happened(event: Event, view: GameView, session: GameSession): void {
  const { words } = app;
  switch (event.type) {
    case 'moved':
      spokenMove(view);
      break;
    case 'taken_back':
      app.say(words.takenBack);
      break;
    case 'redone':
      app.say(words.redone);
      break;
    case 'offered':
      if (event.by !== session.you) announce(offerText(session, view, event));
      break;
    case 'joined':
      ring('notice');
      break;
    case 'rematched':
      return goOn(event.next, session);
    default:
  }
  const { status } = view.state;
  if (status.type === 'over' && event.type !== 'renamed') {
    ring('end');
    app.say(endText(words, view, session.you));
  }
}

/** An offer in words. */
export function offerText(
  { you }: GameSession,
  view: GameView,
  { by, offer }: { readonly by: Side; readonly offer: Offer },
): string {
  return app.words.offered(subjectOf(app.words, view, by, you), offer);
}

/** Tells whoever offered something that the other side has said no, by a word or by a move. */
function tellDeclined(effect: Extract<Effect, { type: 'happened' }>, session: GameSession): void {
  const { event, before, view } = effect;
  const mine = ownSide(session.you);
  if (mine === null || (event.type !== 'declined' && event.type !== 'moved')) return;
  const by = event.type === 'declined' ? event.by : before.state.turn;
  if (by === mine) return;
  const standing = view.state.offers.map(({ by, offer }) => `${by} ${offer}`);
  for (const { by: offerer, offer } of before.state.offers) {
    if (offerer !== mine || standing.includes(`${offerer} ${offer}`)) continue;
    announce(app.words.declined(subjectOf(app.words, view, by, session.you), offer));
  }
}

function spokenMove(view: GameView): void {
  const last = view.moves.at(-1);
  const before = replay(view.start_fen, view.moves).at(-2);
  if (last === undefined || before === undefined) return;
  app.say(moveWords(app.words, before, last));
  if (view.state.status.type === 'over') return;
  ring(view.state.check !== null ? 'check' : last.san.includes('x') ? 'capture' : 'move');
}

/** The next game is played with the secret of this one. */
function goOn(next: string, session: GameSession): void {
  const { secret } = session.connection;
  if (secret !== null) keepSeat(storage, next, secret);
  app.go(gamePath(next));
}

function announce(text: string): void {
  ring('notice');
  app.notify(text);
}

function ring(sound: Sound): void {
  if (app.settings.sound) play(sound);
}
