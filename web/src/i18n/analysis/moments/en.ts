/** Texts about stepping through the key moments of a review, in English. */

export const momentsEn = {
  previous: 'Previous key moment',
  next: 'Next key moment',
  /** The moment that is shown. */
  at: (number: number, count: number) => `Key moment ${number} of ${count}`,
  /** None of them is shown. */
  count: (count: number) => (count === 1 ? '1 key moment' : `${count} key moments`),
  previousAndNext: 'Previous and next key moment',
  /** The evaluation bar, for screen readers. */
  bar: (evaluation: string, percent: number) =>
    `Evaluation ${evaluation}, White’s winning chances ${percent}%`,
  evaluation: (text: string) => `Evaluation ${text}.`,
};

/** The texts that every language has about key moments. */
export type MomentsMessages = typeof momentsEn;
