/** Une partie en deux phrases, en français. */
import type { Judgment } from '../../../wire/Judgment';
import type { Reason } from '../../../wire/Reason';
import type { Standing } from '../../../wire/Standing';
import type { Subject } from '../../subject';
import {
  lowerFirst,
  nameOf,
  unfinished,
  type Ending,
  type Grade,
  type Stretch,
} from '../../../review/summaryText';
import type { SummaryMessages } from './en';

const sides = { white: 'les Blancs', black: 'les Noirs' };
const had = (who: Subject): string => {
  if (who.type === 'you') return 'vous aviez';
  return `${nameOf(who, sides)} ${who.type === 'side' ? 'avaient' : 'avait'}`;
};
const to = (who: Exclude<Subject, { type: 'you' }>): string =>
  who.type === 'side' ? { white: 'aux Blancs', black: 'aux Noirs' }[who.side] : `à ${who.name}`;
const grades: Readonly<Record<Grade, string>> = {
  slight: 'un léger avantage',
  clear: 'un net avantage',
  winning: 'un avantage décisif',
};
/** Comment est une position pour un camp. */
export const standings: Readonly<Record<Standing, string>> = {
  winning: 'gagnante',
  much_better: 'nettement meilleure',
  better: 'légèrement meilleure',
  equal: 'égale',
  worse: 'légèrement inférieure',
  much_worse: 'nettement inférieure',
  lost: 'perdue',
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
const have = (who: Subject): string => {
  if (who.type === 'you') return 'vous avez';
  return `${nameOf(who, sides)} ${who.type === 'side' ? 'ont' : 'a'}`;
};
const draws: Partial<Record<Reason, string>> = {
  insufficient_material: 'faute de matériel suffisant',
  fivefold_repetition: 'par quintuple répétition',
  seventy_five_moves: 'selon la règle des 75 coups',
  threefold_repetition: 'par triple répétition',
  fifty_moves: 'selon la règle des 50 coups',
  time: 'par dépassement du temps',
  abandoned: 'après le départ d’un joueur',
};

/** Comment la partie s’est terminée : `les Blancs ont abandonné au 31e coup`. */
function ended({ reason, players, move, isAtOnce }: Ending): string {
  const at = `au ${nth(move)} coup`;
  if (players !== null) {
    const [winner, loser] = [have(players.winner), have(players.loser)];
    if (reason === 'checkmate') return `${winner} maté ${isAtOnce ? 'aussitôt' : at}`;
    if (reason === 'resignation') return `${loser} abandonné ${at}`;
    if (reason === 'time') return `${loser} perdu au temps ${at}`;
    if (reason === 'abandoned') return `${loser} quitté la partie ${at}`;
    return `${winner} gagné ${at}`;
  }
  if (reason === 'agreement') return `les joueurs ont convenu de la nulle ${at}`;
  if (reason === 'stalemate') return `la partie s’est terminée par un pat ${at}`;
  const how = draws[reason];
  return `la partie s’est terminée par la nulle ${at}${how === undefined ? '' : `, ${how}`}`;
}

export const summaryFr: SummaryMessages = {
  name: 'La partie en deux phrases',
  balanced: (stretch) =>
    stretch === null
      ? 'La partie est restée équilibrée jusqu’au bout.'
      : `${when(stretch)}, la partie était équilibrée.`,
  unsteady: (stretch) =>
    `${stretch === null ? 'Jusqu’au bout' : when(stretch)}, aucun camp n’a eu longtemps un net avantage.`,
  better: (who, grade, stretch) =>
    `${stretch === null ? 'Du début à la fin' : when(stretch)}, ${had(who)} ${grades[grade]}.`,
  betterAfter: (who, grade, mistake, until) => {
    const when = until === null ? '' : ` jusqu’au ${nth(until)} coup`;
    return `Après ${mistake}, ${had(who)} ${grades[grade]}${when}.`;
  },
  leaves: (who, standing) => {
    const position = `qu’une position ${standings[standing]}`;
    return who.type === 'you' ? `Ne vous laisse ${position}.` : `Ne laisse ${to(who)} ${position}.`;
  },
  turningPoint: (move, why) => `Puis ${move} ${lowerFirst(why)}`,
  badMove: (move, judgment) => `Puis vint ${move}, ${judgments[judgment]}.`,
  decisiveMistake: (move, why) => `L’erreur décisive : ${move} ${lowerFirst(why)}`,
  decisiveBadMove: (move) => `L’erreur décisive fut ${move}.`,
  noTurningPoint: 'Aucune erreur n’a fait la différence à elle seule.',
  accuracy: (white, black) => `Précision : ${white} pour les Blancs, ${black} pour les Noirs.`,
  withEnding: (sentence, ending) =>
    `${unfinished(sentence)}, ${ending.isUnexpected ? 'mais' : 'et'} ${ended(ending)}.`,
};
