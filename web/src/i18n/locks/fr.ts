/** Textes sur les parties ajournées et sur ce qu’un groupe peut utiliser. */
import type { Lock, LockMessages } from './en';
import { untilFrench } from './until';

const may = ({ feature, maxRating }: Lock): string =>
  ({
    hints: 'utiliser les indices',
    takebacks: 'reprendre des coups contre l’ordinateur',
    evaluation: 'utiliser l’évaluation',
    analysis: 'utiliser l’échiquier d’analyse',
    reviews: 'faire le bilan des parties',
    opponents:
      maxRating === null
        ? 'jouer contre l’ordinateur'
        : `jouer contre l’ordinateur au-delà d’un classement de ${maxRating}`,
  })[feature];

export const locksFr: LockMessages = {
  adjourned: 'Ajournée : les deux pendules sont arrêtées',
  adjournedHelp:
    'Un organisateur a ajourné cette partie. Elle reprendra dans cette position ; d’ici là, vous pouvez seulement abandonner.',
  continued: 'La partie reprend.',
  statusAdjourned: 'Ajournée',
  locked: (lock) => {
    const who = lock.visitors
      ? 'Sans vous connecter, vous ne pouvez pas'
      : 'Votre groupe ne peut pas';
    const when = lock.untilMs === null ? 'pour le moment' : untilFrench(lock.untilMs);
    return `${who} ${may(lock)} ${when}.`;
  },
  whoCanChange: 'Un organisateur peut changer cela.',
};
