/** The glyphs of bad moves. */
import type { Judgment } from '../wire/Judgment';

export const GLYPHS: Readonly<Record<Judgment, string>> = {
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

/** From the mildest to the worst. */
export const JUDGMENTS: readonly Judgment[] = ['inaccuracy', 'mistake', 'blunder'];
