/** Eine Partie in zwei Sätzen, auf Deutsch. */
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

const sides = { white: 'Weiß', black: 'Schwarz' };
const stood = (who: Subject): string =>
  who.type === 'you' ? 'standest du' : `stand ${nameOf(who, sides)}`;
const grades: Readonly<Record<Grade, string>> = {
  slight: 'etwas besser',
  clear: 'klar besser',
  winning: 'auf Gewinn',
};
/** Wie eine Stellung für eine Seite ist: aus einer solchen, eine solche. */
export const standings: Readonly<Record<Standing, readonly [from: string, to: string]>> = {
  winning: ['einer gewonnenen', 'eine gewonnene'],
  much_better: ['einer klar besseren', 'eine klar bessere'],
  better: ['einer etwas besseren', 'eine etwas bessere'],
  equal: ['einer ausgeglichenen', 'eine ausgeglichene'],
  worse: ['einer etwas schlechteren', 'eine etwas schlechtere'],
  much_worse: ['einer klar schlechteren', 'eine klar schlechtere'],
  lost: ['einer verlorenen', 'eine verlorene'],
};
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
const has = (who: Subject): string =>
  who.type === 'you' ? 'du hast' : `${nameOf(who, sides)} hat`;
const draws: Partial<Record<Reason, string>> = {
  insufficient_material: 'mangels Material',
  fivefold_repetition: 'durch fünfmalige Stellungswiederholung',
  seventy_five_moves: 'nach der 75-Züge-Regel',
  threefold_repetition: 'durch dreimalige Stellungswiederholung',
  fifty_moves: 'nach der 50-Züge-Regel',
  time: 'durch Zeitüberschreitung',
};

/** Wie die Partie endete: `Weiß hat im 31. Zug aufgegeben`. */
function ended({ reason, players, move, isAtOnce }: Ending): string {
  const at = `im ${move}. Zug`;
  if (players !== null) {
    const [winner, loser] = [has(players.winner), has(players.loser)];
    if (reason === 'checkmate') return `${winner} ${isAtOnce ? 'sofort' : at} mattgesetzt`;
    if (reason === 'resignation') return `${loser} ${at} aufgegeben`;
    if (reason === 'time') return `${loser} ${at} die Zeit überschritten`;
    if (reason === 'abandoned') return `${loser} ${at} die Partie verlassen`;
    return `${winner} ${at} gewonnen`;
  }
  if (reason === 'agreement') return `${at} wurde Remis vereinbart`;
  if (reason === 'stalemate') return `die Partie endete ${at} mit Patt`;
  if (reason === 'abandoned')
    return `die Partie endete ${at} remis, weil ein Spieler sie verlassen hat`;
  const how = draws[reason];
  return `die Partie endete ${at} remis${how === undefined ? '' : ` ${how}`}`;
}

export const summaryDe: SummaryMessages = {
  name: 'Die Partie in zwei Sätzen',
  balanced: (stretch) =>
    stretch === null
      ? 'Die Partie blieb bis zum Schluss ausgeglichen.'
      : `${when(stretch)} war die Partie ausgeglichen.`,
  unsteady: (stretch) =>
    `${stretch === null ? 'Bis zum Schluss' : when(stretch)} hatte keine Seite lange einen klaren Vorteil.`,
  better: (who, grade, stretch) =>
    `${stretch === null ? 'Die ganze Partie über' : when(stretch)} ${stood(who)} ${grades[grade]}.`,
  betterAfter: (who, grade, mistake, until) => {
    const when = until === null ? '' : `bis zum ${until}. Zug `;
    return `Nach ${mistake} ${stood(who)} ${when}${grades[grade]}.`;
  },
  leaves: (who, standing) => {
    const whom = who.type === 'you' ? 'dir' : nameOf(who, sides);
    return `Lässt ${whom} nur noch ${standings[standing][1]} Stellung.`;
  },
  turningPoint: (move, why) => `Der Wendepunkt: ${move} ${lowerFirst(why)}`,
  badMove: (move, judgment) => `Dann folgte ${move}, ${judgments[judgment]}.`,
  decisiveMistake: (move, why) => `Der entscheidende Fehler: ${move} ${lowerFirst(why)}`,
  decisiveBadMove: (move) => `Der entscheidende Fehler war ${move}.`,
  noTurningPoint: 'Kein einzelner Fehler gab den Ausschlag.',
  accuracy: (white, black) => `Genauigkeit: ${white} für Weiß, ${black} für Schwarz.`,
  withEnding: (sentence, ending) =>
    `${unfinished(sentence)}, ${ending.isUnexpected ? 'aber' : 'und'} ${ended(ending)}.`,
};
