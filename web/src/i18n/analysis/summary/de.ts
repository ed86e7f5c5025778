/** Eine Partie in zwei Sätzen, auf Deutsch. */
import type { Judgment } from '../../../wire/Judgment';
import type { Subject } from '../../subject';
import { lowerFirst, nameOf, type Stretch } from '../../../review/summaryText';
import type { SummaryMessages } from './en';

const sides = { white: 'Weiß', black: 'Schwarz' };
const stood = (who: Subject): string =>
  who.type === 'you' ? 'standest du' : `stand ${nameOf(who, sides)}`;
const judgments: Readonly<Record<Judgment, string>> = {
  inaccuracy: 'eine Ungenauigkeit',
  mistake: 'ein Fehler',
  blunder: 'ein grober Patzer',
};
const when = ({ since, until }: Stretch): string => {
  if (until === null) return `Ab dem ${since}. Zug`;
  if (since === null) return `Bis zum ${until}. Zug`;
  return since === until ? `Im ${until}. Zug` : `Vom ${since}. bis zum ${until}. Zug`;
};

export const summaryDe: SummaryMessages = {
  name: 'Die Partie in zwei Sätzen',
  balanced: (stretch) =>
    stretch === null
      ? 'Die Partie blieb bis zum Schluss ausgeglichen.'
      : `${when(stretch)} war die Partie ausgeglichen.`,
  unsteady: (stretch) =>
    `${stretch === null ? 'Bis zum Schluss' : when(stretch)} hielt keine Seite einen Vorteil fest.`,
  better: (who, stretch) =>
    `${stretch === null ? 'Die ganze Partie über' : when(stretch)} ${stood(who)} besser.`,
  turningPoint: (move, why) => `Der Wendepunkt: ${move} ${lowerFirst(why)}`,
  badMove: (move, judgment) => `Dann folgte ${move}, ${judgments[judgment]}.`,
  noTurningPoint: 'Kein einzelner Fehler hat sie entschieden.',
  accuracy: (white, black) => `Genauigkeit: ${white} für Weiß, ${black} für Schwarz.`,
};
