/** The signs that chess players put behind bad moves. */
import type { Judgement } from '../wire/Judgement';

export const GLYPHS: Readonly<Record<Judgement, string>> = {
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

/** From the least to the worst. */
export const JUDGEMENTS: readonly Judgement[] = ['inaccuracy', 'mistake', 'blunder'];
