/** The settings, and the last choices on the home page. */
import { NOTATIONS, type Notation } from '../game/notation';
import type { Player } from '../wire/Player';
import type { Strength } from '../wire/Strength';
import { flag, oneOf, record, text, integer, withFormerNames, type Field } from './fields';

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['walnut', 'slate', 'sea', 'contrast'] as const;
export const PIECES = ['classic', 'flat', 'shapes'] as const;
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export const ANIMATIONS = [0, 120, 220, 400] as const;
export const CONFIRMS = ['never', 'touch', 'always'] as const;
/** The size of the board, in percent of the largest one that fits. */
export const BOARD_SIZES = { min: 60, max: 100 } as const;
export const VOLUMES = ['low', 'medium', 'high'] as const;
export const NOTICES = ['dialog', 'quiet'] as const;

export type Volume = (typeof VOLUMES)[number];

export interface Settings {
  readonly theme: (typeof THEMES)[number];
  readonly board: (typeof BOARDS)[number];
  readonly pieces: (typeof PIECES)[number];
  readonly language: (typeof LANGUAGES)[number];
  /** The duration of the animation of a move, in milliseconds. */
  readonly animation: (typeof ANIMATIONS)[number];
  readonly sound: boolean;
  readonly volume: Volume;
  readonly coordinates: boolean;
  readonly destinations: boolean;
  readonly premoves: boolean;
  readonly confirm: (typeof CONFIRMS)[number];
  /** How check, mate and stalemate are shown. */
  readonly notice: (typeof NOTICES)[number];
  /** The letters of the pieces in moves. */
  readonly notation: Notation;
  /** In pass and play, the side to move is at the bottom. */
  readonly turnBoard: boolean;
  /** In percent of the largest board that fits, where there is something beside it. */
  readonly boardSize: number;
}

/** Parses settings; the default language is the browser's. */
export function settingsField(language: Settings['language']): Field<Settings> {
  const field = record<Settings>({
    theme: oneOf(THEMES, 'system'),
    board: oneOf(BOARDS, 'walnut'),
    pieces: oneOf(PIECES, 'classic'),
    language: oneOf(LANGUAGES, language),
    animation: oneOf(ANIMATIONS, 220),
    sound: flag(true),
    volume: oneOf(VOLUMES, 'medium'),
    coordinates: flag(true),
    destinations: flag(true),
    premoves: flag(true),
    confirm: oneOf(CONFIRMS, 'never'),
    notice: oneOf(NOTICES, 'quiet'),
    notation: oneOf(NOTATIONS, 'local'),
    turnBoard: flag(false),
    boardSize: integer(BOARD_SIZES.min, BOARD_SIZES.max, BOARD_SIZES.max),
  });
  return withFormerNames(field, { theme: 'look' });
}

/** The first of the browser's languages that the app has. */
export function preferredLanguage(languages: readonly string[]): Settings['language'] {
  for (const language of languages) {
    const known = LANGUAGES.find((ours) => language.toLowerCase().split('-')[0] === ours);
    if (known !== undefined) return known;
  }
  return 'en';
}

export const MODES = ['computer', 'pass_and_play', 'invite'] as const;
export const SIDES = ['white', 'black', 'random'] as const;
export const BONUSES = ['none', 'increment', 'delay', 'bronstein'] as const;
export const STARTS = ['standard', 'chess960'] as const;
export const PRESETS = ['easy', 'medium', 'hard', 'rated', 'external'] as const;
/** The longest name that the server accepts. */
export const MAX_NAME_LENGTH = 32;
/** The longest name of an engine that is stored. */
const MAX_ENGINE_NAME_LENGTH = 64;
/** How many lines an engine can show on the analysis board. */
export const ANALYSIS_LINES = [1, 2, 3, 4, 5] as const;
/** One step above the highest rating means full strength. */
export const RATINGS = { min: 400, max: 2800, step: 50, full: 2850 } as const;

/** Answers to the question how well somebody plays; it is asked until there is one. */
export const EXPERIENCES = [
  'unknown',
  'skipped',
  'new',
  'beginner',
  'casual',
  'club',
  'strong',
] as const;

export interface ClockChoice {
  readonly on: boolean;
  readonly minutes: number;
  readonly bonus: (typeof BONUSES)[number];
  readonly seconds: number;
}

/** The last choices on the home page. */
export interface Choices {
  readonly mode: (typeof MODES)[number];
  readonly side: (typeof SIDES)[number];
  readonly preset: (typeof PRESETS)[number];
  readonly rating: number;
  /** The external engine to play against. */
  readonly engine: string;
  readonly experience: (typeof EXPERIENCES)[number];
  readonly start: (typeof STARTS)[number];
  readonly clock: ClockChoice;
  readonly name: string;
  readonly white: string;
  readonly black: string;
  readonly automaticDraws: boolean;
  /** The number of lines on the analysis board, and its engine; '' for the built-in one. */
  readonly analysisLines: number;
  readonly analysisEngine: string;
}

export const clockField = record<ClockChoice>({
  on: flag(false),
  minutes: integer(0, 180, 10),
  bonus: oneOf(BONUSES, 'increment'),
  seconds: integer(0, 180, 5),
});

/** Pass and play was stored as `two` once. */
const modeField: Field<Choices['mode']> = (value) =>
  oneOf(MODES, 'computer')(value === 'two' ? 'pass_and_play' : value);

const currentChoicesField = record<Choices>({
  mode: modeField,
  side: oneOf(SIDES, 'white'),
  preset: oneOf(PRESETS, 'easy'),
  rating: integer(RATINGS.min, RATINGS.full, 800),
  engine: text(MAX_ENGINE_NAME_LENGTH),
  experience: oneOf(EXPERIENCES, 'unknown'),
  start: oneOf(STARTS, 'standard'),
  clock: clockField,
  name: text(MAX_NAME_LENGTH),
  white: text(MAX_NAME_LENGTH),
  black: text(MAX_NAME_LENGTH),
  automaticDraws: flag(true),
  analysisLines: integer(1, ANALYSIS_LINES.length, 3),
  analysisEngine: text(MAX_ENGINE_NAME_LENGTH),
});

export const choicesField: Field<Choices> = withFormerNames(currentChoicesField, {
  mode: 'way',
  analysisLines: 'studyLines',
  analysisEngine: 'studyEngine',
});

/** The opponent that was chosen. */
export function opponentOf(choices: Pick<Choices, 'preset' | 'rating' | 'engine'>): Player {
  const { preset, rating, engine } = choices;
  if (preset === 'external') return { type: 'external', name: engine };
  const strength: Strength = preset === 'rated' ? ratedOf(rating) : { type: preset };
  return { type: 'engine', strength };
}

function ratedOf(rating: number): Strength {
  return rating > RATINGS.max ? { type: 'full' } : { type: 'rated', rating };
}
