/** Texts about stepping through the key moments of a review, in French. */
import type { MomentsMessages } from './en';

export const momentsFr: MomentsMessages = {
  previous: 'Moment clé précédent',
  next: 'Moment clé suivant',
  at: (number, count) => `Moment clé ${number} sur ${count}`,
  count: (count) => (count === 1 ? '1 moment clé' : `${count} moments clés`),
  previousAndNext: 'Moment clé précédent et suivant',
  bar: (evaluation, grade, percent) =>
    `Évaluation ${evaluation}. ${grade}. Chances de gain des Blancs ${percent} %`,
  evaluation: (text, grade) => `Évaluation ${text}. ${grade}.`,
  mate: (side, moves) =>
    `Les ${side === 'white' ? 'Blancs' : 'Noirs'} matent en ${moves} ${moves === 1 ? 'coup' : 'coups'}`,
};
