/** Une partie en deux phrases, en français. */
import type { Judgment } from '../../../wire/Judgment';
import type { Subject } from '../../subject';
import { lowerFirst, nameOf, type Stretch } from '../../../review/summaryText';
import type { SummaryMessages } from './en';

const sides = { white: 'les Blancs', black: 'les Noirs' };
const were = (who: Subject): string => {
  if (who.type === 'you') return 'vous étiez';
  return `${nameOf(who, sides)} ${who.type === 'side' ? 'étaient' : 'était'}`;
};
const judgments: Readonly<Record<Judgment, string>> = {
  inaccuracy: 'une imprécision',
  mistake: 'une erreur',
  blunder: 'une gaffe',
};
const nth = (number: number): string => (number === 1 ? '1er' : `${number}e`);
const when = ({ since, until }: Stretch): string => {
  if (until === null) return `À partir du ${nth(since)} coup`;
  if (since === null) return `Jusqu’au ${nth(until)} coup`;
  return since === until ? `Au ${nth(until)} coup` : `Du ${nth(since)} au ${nth(until)} coup`;
};

export const summaryFr: SummaryMessages = {
  name: 'La partie en deux phrases',
  balanced: (stretch) =>
    stretch === null
      ? 'La partie est restée équilibrée jusqu’au bout.'
      : `${when(stretch)}, la partie était équilibrée.`,
  unsteady: (stretch) =>
    `${stretch === null ? 'Jusqu’au bout' : when(stretch)}, aucun camp n’a gardé l’avantage.`,
  better: (who, stretch) =>
    `${stretch === null ? 'Du début à la fin' : when(stretch)}, ${were(who)} mieux.`,
  turningPoint: (move, why) => `Puis ${move} ${lowerFirst(why)}`,
  badMove: (move, judgment) => `Puis vint ${move}, ${judgments[judgment]}.`,
  noTurningPoint: 'Aucune erreur ne l’a décidée à elle seule.',
  accuracy: (white, black) => `Précision : ${white} pour les Blancs, ${black} pour les Noirs.`,
};
