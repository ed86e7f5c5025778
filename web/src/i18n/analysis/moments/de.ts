/** Texts about stepping through the key moments of a review, in German. */
import type { MomentsMessages } from './en';

export const momentsDe: MomentsMessages = {
  previous: 'Voriger Schlüsselmoment',
  next: 'Nächster Schlüsselmoment',
  at: (number, count) => `Schlüsselmoment ${number} von ${count}`,
  count: (count) => (count === 1 ? '1 Schlüsselmoment' : `${count} Schlüsselmomente`),
  previousAndNext: 'Voriger und nächster Schlüsselmoment',
  bar: (evaluation, grade, percent) =>
    `Bewertung ${evaluation}. ${grade}. Gewinnchancen von Weiß ${percent} %`,
  evaluation: (text, grade) => `Bewertung ${text}. ${grade}.`,
  mate: (side, moves) =>
    `${side === 'white' ? 'Weiß' : 'Schwarz'} setzt in ${moves === 1 ? 'einem Zug' : `${moves} Zügen`} matt`,
};
