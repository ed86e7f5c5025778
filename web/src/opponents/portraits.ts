/**
 * The faces of the opponents: what distinguishes one from the next. `Portrait.svelte` draws them, all
 * in one style, and in the same colors on light and dark pages.
 */
import { RATINGS } from '../settings/settings';

export type Hair = 'none' | 'short' | 'spiky' | 'curly' | 'long' | 'bun' | 'braids' | 'swept';
export type Extra = 'freckles' | 'glasses' | 'beard' | 'mustache' | 'earrings' | 'cap' | 'monocle';
export type Mood = 'smile' | 'grin' | 'calm' | 'stern';

export interface Face {
  readonly background: string;
  readonly skin: string;
  readonly hair: Hair;
  readonly hairColor: string;
  readonly clothes: string;
  readonly mood: Mood;
  readonly extras: readonly Extra[];
}

const SKIN = {
  pale: '#f6d7c0',
  warm: '#e8b891',
  tan: '#c98f63',
  brown: '#95603c',
  dark: '#6d432b',
};

/** The faces by the rating at which each character begins. */
const FACES: Readonly<Record<number, Face>> = {
  400: face('#ffe2a8', SKIN.pale, 'spiky', '#d9772b', '#3f8f6b', 'grin', 'freckles'),
  600: face('#cdebc5', SKIN.tan, 'braids', '#3a2618', '#d4574e', 'grin'),
  800: face('#d9e4f7', SKIN.warm, 'curly', '#7a4a24', '#4d6fb3', 'smile', 'freckles'),
  1000: face('#e6dcf5', SKIN.brown, 'bun', '#1f1712', '#8a5bb0', 'smile', 'earrings'),
  1200: face('#fbd9d3', SKIN.pale, 'long', '#b5502c', '#2f7f86', 'smile'),
  1400: face('#d5ecea', SKIN.warm, 'short', '#2b2b33', '#b3832f', 'calm', 'cap'),
  1600: face('#e5e1d3', SKIN.dark, 'short', '#17120f', '#3d5a45', 'calm', 'beard'),
  1800: face('#f6cfd9', SKIN.pale, 'long', '#17171c', '#8e2740', 'stern', 'earrings'),
  2000: face('#d3d9e2', SKIN.warm, 'short', '#4a4d55', '#26384f', 'calm', 'glasses'),
  2200: face('#f3e4c3', SKIN.tan, 'bun', '#8d8f96', '#7b4a2e', 'calm', 'glasses'),
  2400: face('#dbe7d0', SKIN.pale, 'swept', '#c9b27c', '#31473a', 'stern', 'mustache'),
  2600: face('#cfe6f2', SKIN.brown, 'braids', '#e9edf2', '#1f5a7a', 'calm'),
  2800: face('#cbc6dd', SKIN.pale, 'swept', '#efeff4', '#241d38', 'stern', 'monocle'),
};

function face(
  background: string,
  skin: string,
  hair: Hair,
  hairColor: string,
  clothes: string,
  mood: Mood,
  ...extras: readonly Extra[]
): Face {
  return { background, skin, hair, hairColor, clothes, mood, extras };
}

/** The face of the character for a rating; `null` for the engine itself, which has none. */
export function faceOf(rating: number): Face | null {
  if (rating > RATINGS.max) return null;
  const begun = Object.keys(FACES).map(Number);
  return FACES[Math.max(RATINGS.min, ...begun.filter((first) => first <= rating))] ?? null;
}
