/** The computer opponents that people choose from, each with a face, a name and a description. */
import { isAllowed } from '../account/locks';
import { character, playerName } from '../game/descriptions';
import type { Lock } from '../i18n/locks/en';
import type { Messages } from '../i18n/messages';
import { opponentOf, RATINGS, type Choices } from '../settings/settings';
import type { Player } from '../wire/Player';

/** What is chosen with an opponent. */
export type OpponentChoice = Pick<Choices, 'preset' | 'rating' | 'engine'>;

export interface Opponent {
  readonly choice: OpponentChoice;
  readonly name: string;
  readonly description: string;
  /** The rating of a character; `null` for all others, who look like robots. */
  readonly rating: number | null;
  /** The lamps of the robot. */
  readonly lamps: number;
}

const LAMPS = { easy: 1, medium: 2, hard: 3, rated: 0, full: 0 } as const;

/** How many lamps the robot of a player has. */
export function lampsOf(player: Player): number {
  return player.type === 'engine' ? LAMPS[player.strength.type] : 0;
}

/** The rating of a character; `null` for players without a face. */
export function ratingOf(player: Player): number | null {
  return player.type === 'engine' && player.strength.type === 'rated'
    ? player.strength.rating
    : null;
}

/** The opponent of a choice. */
export function opponent(messages: Messages, choice: OpponentChoice): Opponent {
  const player = opponentOf(choice);
  const { preset } = choice;
  const description =
    preset === 'rated'
      ? character(messages, choice.rating)[1]
      : messages.opponents.descriptions[preset];
  const name = playerName(messages, player);
  return { choice, name, description, rating: ratingOf(player), lamps: lampsOf(player) };
}

/** Everybody to choose from: the simple levels, the characters, and the engines of the server. */
export function opponents(
  messages: Messages,
  external: readonly string[],
  lock: Lock | null,
): readonly Opponent[] {
  const none = { rating: RATINGS.min, engine: '' };
  const choices: OpponentChoice[] = [
    ...(['easy', 'medium', 'hard'] as const).map((preset) => ({ ...none, preset })),
    ...Object.keys(messages.characters).map((rating) => ({
      ...none,
      preset: 'rated' as const,
      rating: Number(rating),
    })),
    ...external.map((engine) => ({ ...none, preset: 'external' as const, engine })),
  ];
  return choices
    .filter((choice) => isPlayable(choice, lock))
    .map((choice) => opponent(messages, choice));
}

function isPlayable(choice: OpponentChoice, lock: Lock | null): boolean {
  const player = opponentOf(choice);
  return isAllowed(lock, player.type === 'engine' ? player.strength : 'external');
}

/** Whether two choices mean the same opponent. */
export function isSame(a: OpponentChoice, b: OpponentChoice): boolean {
  if (a.preset !== b.preset) return false;
  if (a.preset === 'rated') return a.rating === b.rating;
  return a.preset !== 'external' || a.engine === b.engine;
}

/** Answers to "How well do you play?", and the opponent for each. */
export const FIRST_OPPONENT = {
  new: 400,
  beginner: 600,
  casual: 1000,
  club: 1600,
  strong: 2200,
} as const satisfies Partial<Record<Choices['experience'], number>>;
export type Experience = keyof typeof FIRST_OPPONENT;
