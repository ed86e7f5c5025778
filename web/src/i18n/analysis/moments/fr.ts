/** Texts about stepping through the key moments of a review, in French. */
import type { MomentsMessages } from './en';

export const momentsFr: MomentsMessages = {
  previous: 'Moment clé précédent',
  next: 'Moment clé suivant',
  at: (number, count) => `Moment clé ${number} sur ${count}`,
  count: (count) => (count === 1 ? '1 moment clé' : `${count} moments clés`),
  previousAndNext: 'Moment clé précédent et suivant',
  bar: (evaluation, percent) => `Évaluation ${evaluation}, chances de gain des Blancs ${percent} %`,
  evaluation: (text) => `Évaluation ${text}.`,
};
