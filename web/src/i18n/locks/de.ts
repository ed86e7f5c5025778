/** Texte über vertagte Partien und was eine Gruppe nutzen darf. */
import type { Lock, LockMessages } from './en';
import { untilText } from './until';

const may = ({ feature, maxRating }: Lock): string =>
  ({
    hints: 'keine Tipps nutzen',
    takebacks: 'gegen den Computer keine Züge zurücknehmen',
    evaluation: 'die Bewertung nicht nutzen',
    analysis: 'das Analysebrett nicht nutzen',
    reviews: 'keine Partien auswerten',
    opponents:
      maxRating === null
        ? 'nicht gegen den Computer spielen'
        : `gegen den Computer nur bis zur Wertung ${maxRating} spielen`,
  })[feature];

export const locksDe: LockMessages = {
  adjourned: 'Vertagt: Beide Uhren stehen',
  adjournedHelp:
    'Diese Partie wurde vom Organisator vertagt. Sie geht später genau so weiter; bis dahin kannst du nur aufgeben.',
  continued: 'Die Partie geht weiter.',
  statusAdjourned: 'Vertagt',
  locked: (lock) => {
    const who = lock.visitors ? 'Ohne Anmeldung darfst du' : 'Deine Gruppe darf';
    const when = lock.untilMs === null ? 'zurzeit' : `bis ${untilText('de', lock.untilMs)} Uhr`;
    return `${who} ${when} ${may(lock)}.`;
  },
  whoCanChange: 'Ein Organisator kann das ändern.',
};
