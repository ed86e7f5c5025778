/** Turns the choices of the home page into a new game. */
import type { Messages } from '../i18n/messages';
import type { Choices, ClockChoice } from '../settings/settings';
import { opponentOf } from '../settings/settings';
import type { Bonus } from '../wire/Bonus';
import type { NewGame } from '../wire/NewGame';
import type { Seat } from '../wire/Seat';
import type { Side } from '../wire/Side';
import type { Start } from '../wire/Start';
import type { Time } from '../wire/Time';
import { playerName } from './descriptions';

/** The number of starting positions in Chess960. */
const STARTS_960 = 960;

/** A number from 0 up to 1, as `Math.random` gives it. */
export type Random = () => number;

export function timeOf(clock: ClockChoice): Time | null {
  if (!clock.on) return null;
  const ms = clock.seconds * 1000;
  const bonus: Bonus =
    clock.bonus === 'none' || ms === 0 ? { type: 'none' } : { type: clock.bonus, ms };
  // A clock without any time cannot run; the minimum is a minute.
  const empty = clock.minutes === 0 && bonus.type === 'none';
  return { base_ms: (empty ? 1 : clock.minutes) * 60_000, bonus };
}

export function startOf(choice: Choices['start'], random: Random): Start {
  if (choice === 'standard') return { type: 'standard' };
  return { type: 'chess960', number: Math.floor(random() * STARTS_960) };
}

function sideOf(choice: Choices['side'], random: Random): Side {
  if (choice !== 'random') return choice;
  return random() < 0.5 ? 'white' : 'black';
}

function nameOf(name: string): string | null {
  return name.trim() === '' ? null : name.trim();
}

function seated(side: Side, own: Seat, other: Seat): NewGame['seats'] {
  return side === 'white' ? { white: own, black: other } : { white: other, black: own };
}

/**
 * A game against the computer; its start may be another than the one chosen. The computer has a
 * name, since it is by names that games are found again.
 */
export function againstComputer(
  messages: Messages,
  choices: Choices,
  random: Random,
  start?: Start,
): NewGame {
  const own: Seat = { name: nameOf(choices.name), player: { type: 'person' } };
  const player = opponentOf(choices);
  const engine: Seat = { name: playerName(messages, player), player };
  return {
    ...terms(choices, random, start),
    seats: seated(sideOf(choices.side, random), own, engine),
    shared: false,
  };
}

/** Whether a name is missing; a pass-and-play game is saved under both. */
export function namesMissing(white: string, black: string): boolean {
  return nameOf(white) === null || nameOf(black) === null;
}

/** A pass-and-play game: two people, one screen. */
export function passAndPlay(choices: Choices, random: Random, start?: Start): NewGame {
  const seat = (name: string): Seat => ({ name: nameOf(name), player: { type: 'person' } });
  return {
    ...terms(choices, random, start),
    seats: { white: seat(choices.white), black: seat(choices.black) },
    shared: true,
  };
}

/** A game with a seat for the invited opponent. */
export function withInvitation(choices: Choices, random: Random, start?: Start): NewGame {
  const own: Seat = { name: nameOf(choices.name), player: { type: 'person' } };
  const open: Seat = { name: null, player: { type: 'open' } };
  return {
    ...terms(choices, random, start),
    seats: seated(sideOf(choices.side, random), own, open),
    shared: false,
  };
}

function terms(
  choices: Choices,
  random: Random,
  start?: Start,
): Pick<NewGame, 'start' | 'time' | 'automatic_draws'> {
  const time = timeOf(choices.clock);
  return {
    start: start ?? startOf(choices.start, random),
    time: { white: time, black: time },
    automatic_draws: choices.automaticDraws,
  };
}
