/** Texts about stepping through the key moments of a review, in English. */
import type { Side } from '../../../wire/Side';

export const momentsEn = {
  previous: 'Previous key moment',
  next: 'Next key moment',
  /** The moment that is shown. */
  at: (number: number, count: number) => `Key moment ${number} of ${count}`,
  /** None of them is shown. */
  count: (count: number) => (count === 1 ? '1 key moment' : `${count} key moments`),
  previousAndNext: 'Previous and next key moment',
  /** The evaluation bar, for screen readers. */
  bar: (evaluation: string, grade: string, percent: number) =>
    `Evaluation ${evaluation}. ${grade}. White’s winning chances ${percent}%`,
  evaluation: (text: string, grade: string) => `Evaluation ${text}. ${grade}.`,
  mate: (side: Side, moves: number) => `${side === 'white' ? 'White' : 'Black'} mates in ${moves}`,
};

/** The texts that every language has about key moments. */
export type MomentsMessages = typeof momentsEn;
