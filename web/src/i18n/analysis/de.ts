/** Texte über Auswertungen und das Analysebrett auf Deutsch. */
import { countRoles, isExchange, listed } from '../../review/gain';
import type { EndgameType } from '../../wire/EndgameType';
import type { MaterialGain } from '../../wire/MaterialGain';
import type { MoveFact } from '../../wire/MoveFact';
import type { PlacedPiece } from '../../wire/PlacedPiece';
import type { Motif } from '../../wire/Motif';
import type { AnalysisMessages } from './en';
import { momentsDe } from './moments/de';
import { standings, summaryDe } from './summary/de';

/** Eine Figur im Nominativ, Genitiv und Akkusativ, unbestimmt im Akkusativ, im Plural und als Pronomen. */
interface Cases {
  readonly who: string;
  readonly whose: string;
  readonly whom: string;
  readonly one: string;
  readonly many: string;
  readonly it: string;
}
const masculine = (who: string, whose: string, whom = who, many = whom): Cases => ({
  who: `der ${who}`,
  whose: `des ${whose}`,
  whom: `den ${whom}`,
  one: `einen ${whom}`,
  many,
  it: 'er',
});
const feminine = (who: string): Cases => ({
  who: `die ${who}`,
  whose: `der ${who}`,
  whom: `die ${who}`,
  one: `eine ${who}`,
  many: `${who}${who.endsWith('e') ? 'n' : 'en'}`,
  it: 'sie',
});
const PIECES: Readonly<Record<string, Cases>> = {
  pawn: masculine('Bauer', 'Bauern', 'Bauern'),
  knight: masculine('Springer', 'Springers'),
  bishop: masculine('Läufer', 'Läufers'),
  rook: masculine('Turm', 'Turms', 'Turm', 'Türme'),
  queen: feminine('Dame'),
  king: masculine('König', 'Königs'),
};
const UNKNOWN: Cases = feminine('Figur');
const piece = (role: string): Cases => PIECES[role] ?? UNKNOWN;
const who = ({ role, square }: PlacedPiece): string => `${piece(role).who} auf ${square}`;
const whose = ({ role, square }: PlacedPiece): string => `${piece(role).whose} auf ${square}`;
const whom = ({ role, square }: PlacedPiece): string => `${piece(role).whom} auf ${square}`;

/** Ein Motiv im Akkusativ und im Dativ. */
const motifs: Readonly<Record<Motif, readonly [accusative: string, dative: string]>> = {
  fork: ['eine Gabel', 'einer Gabel'],
  pin: ['eine Fesselung', 'einer Fesselung'],
  skewer: ['einen Spieß', 'einem Spieß'],
  discovered_attack: ['einen Abzugsangriff', 'einem Abzugsangriff'],
  discovered_check: ['ein Abzugsschach', 'einem Abzugsschach'],
  trap: ['eine Falle', 'einer Falle'],
};
const endings: Readonly<Record<EndgameType, string>> = {
  pawn: 'Bauernendspiel',
  rook: 'Turmendspiel',
  queen: 'Damenendspiel',
  minor: 'Leichtfigurenendspiel',
};

const NUMBERS = ['zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht'];
const pieces = (roles: readonly string[]): string =>
  listed(
    countRoles(roles).map(({ role, count }) =>
      count === 1 ? piece(role).one : `${NUMBERS[count - 2] ?? count} ${piece(role).many}`,
    ),
    'und',
  );

/** Was gewonnen wird, im Akkusativ: `den Springer auf e5 gegen einen Bauern`. */
function gained(gain: MaterialGain): string {
  const { won, cost, square } = gain;
  if (isExchange(gain)) return 'die Qualität';
  const what = square === null ? pieces(won) : whom({ role: won[0] ?? '', square });
  return cost.length === 0 ? what : `${what} gegen ${pieces(cost)}`;
}

function why(fact: MoveFact): string {
  switch (fact.type) {
    case 'stalemates':
      return 'Setzt in gewonnener Stellung patt.';
    case 'allows_mate':
      return `Erlaubt ${fact.on_back_rank ? 'ein Grundreihenmatt' : 'Matt'} in ${fact.moves}.`;
    case 'misses_mate':
      return `Verpasst Matt in ${fact.moves}.`;
    case 'hangs':
      return `Stellt ${whom(fact.piece)} ein.`;
    case 'loses_piece':
      return `Verliert ${whom(fact.piece)} gegen ${piece(fact.compensation).one}.`;
    case 'allows_tactic': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Verliert ${whom(won)}: ${piece(won.role).it} wird gefangen.`;
      return `Verliert ${whom(won)} durch ${motifs[motif][0]} ${whose(by)}.`;
    }
    case 'allows_promotion':
      return `Lässt zu, dass sich der Bauer auf ${fact.pawn} umwandelt.`;
    case 'loses_material':
      return `Verliert ${gained(fact.gain)}.`;
    case 'misses_capture':
      return `Übersieht, dass ${who(fact.piece)} geschlagen werden kann.`;
    case 'misses_tactic': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Übersieht, dass ${who(won)} gefangen werden kann.`;
      return `Verpasst es, ${whom(won)} mit ${motifs[motif][1]} ${whose(by)} zu gewinnen.`;
    }
    case 'misses_promotion':
      return `Übersieht, dass sich der Bauer auf ${fact.pawn} umwandelt.`;
    case 'misses_material':
      return `Verpasst es, ${gained(fact.gain)} zu gewinnen.`;
    case 'throws_away_won_endgame':
      return `Verschenkt den Sieg im ${endings[fact.endgame]}; jetzt ist es remis.`;
    case 'turns':
      return `Macht aus ${standings[fact.from][0]} Stellung ${standings[fact.to][1]}.`;
  }
}

export const analysisDe: AnalysisMessages = {
  review: 'Auswertung',
  reviewOf: (white, black) => `Auswertung: ${white} gegen ${black}`,
  running: (percent) => `Wird ausgewertet … ${percent} %`,
  timeLeft: (seconds) =>
    seconds > 90
      ? `Noch etwa ${Math.round(seconds / 60)} Minuten`
      : seconds === 1
        ? 'Noch etwa 1 Sekunde'
        : `Noch etwa ${seconds} Sekunden`,
  stopped: (percent) => `Auswertung bei ${percent} % angehalten`,
  resume: 'Fortsetzen',
  retry: 'Noch einmal',
  finished: 'Auswertung abgeschlossen',
  gamePage: 'Partie',
  print: 'Drucken',
  shareAsPicture: 'Als Bild teilen',
  graph: 'Gewinnchancen von Weiß',
  graphValue: (move, percent) => `${move}: Gewinnchancen von Weiß ${percent} %`,
  startOfGame: 'Beginn der Partie',
  phases: { opening: 'Eröffnung', middlegame: 'Mittelspiel', endgame: 'Endspiel' },
  summary: 'Zusammenfassung',
  accuracy: 'Genauigkeit',
  averageLoss: 'Ø Centipawn-Verlust',
  judgment: { inaccuracy: 'Ungenauigkeit', mistake: 'Fehler', blunder: 'Grober Patzer' },
  judgments: { inaccuracy: 'Ungenauigkeiten', mistake: 'Fehler', blunder: 'Grobe Patzer' },
  moments: 'Schlüsselmomente',
  noMoments: 'Keine nennenswerten Fehler',
  fromTo: (before, after) => `${before} → ${after}`,
  better: 'Besser:',
  showBetter: 'Besseren Zug zeigen',
  showContinuation: 'Beste Fortsetzung zeigen',
  continuation: 'Fortsetzung:',
  enginePrefers: 'Die Engine bevorzugt:',
  bestLine: 'Beste Variante',
  aboutFigures: 'Zu diesen Zahlen',
  noAccuracy: {
    moves: 'keine Züge in dieser Phase',
    lost: 'schon verloren, kein Fehler kostete noch etwas',
  },
  beyondPhases:
    'Anders als die ganze Partie lässt eine Phase Züge aus, die nichts mehr verlieren konnten, und wertet ein verpasstes oder zugelassenes Matt auch in entschiedener Stellung.',
  about: {
    review: 'Die Engine erklärt die Fehler',
    analyze: 'Eigene Züge mit der Engine ausprobieren',
  },
  notYet: 'Diese Stellung ist noch nicht ausgewertet.',
  why,
  game: summaryDe,
  moment: momentsDe,

  title: 'Analyse',
  openInAnalysis: 'Analysebrett',
  analyze: 'Analysieren',
  openOther: 'PGN oder FEN öffnen',
  pasteGame: 'PGN oder FEN einfügen',
  depth: (depth) => `Tiefe ${depth}`,
  lines: 'Varianten',
  engine: 'Engine',
  nodes: (count) => `${count} Knoten`,
  nothingYet: 'Noch keine Varianten',
  stages: {
    requested: 'Analyse läuft …',
    waiting: 'Warten auf eine freie Engine …',
    thinking: 'Analyse läuft …',
    done: 'Analyse abgeschlossen',
    no_move: 'Die Partie ist zu Ende',
    failed: 'Die Engine ist abgestürzt',
  },
  glyphs: 'Zugbewertung',
  glyphNames: {
    1: 'Guter Zug',
    2: 'Fehler',
    3: 'Brillanter Zug',
    4: 'Grober Patzer',
    5: 'Interessanter Zug',
    6: 'Fragwürdiger Zug',
    7: 'Einziger Zug',
    10: 'Ausgeglichene Stellung',
    13: 'Unklare Stellung',
    14: 'Weiß steht etwas besser',
    15: 'Schwarz steht etwas besser',
    16: 'Weiß steht klar besser',
    17: 'Schwarz steht klar besser',
    18: 'Weiß steht auf Gewinn',
    19: 'Schwarz steht auf Gewinn',
    22: 'Weiß ist im Zugzwang',
    23: 'Schwarz ist im Zugzwang',
    146: 'Neuerung',
  },
  comment: 'Kommentar',
  promote: 'Variante aufwerten',
  demote: 'Variante abwerten',
  deleteFromHere: 'Ab hier löschen',

  table: {
    name: 'Endspieldatenbank',
    wins: (side) => `${side} gewinnt`,
    draw: 'Remis',
    saved: (winner, loser) =>
      `Remis: ${winner} stünde auf Gewinn, doch die 50-Züge-Regel rettet ${loser}`,
    distance: (count) =>
      count === 1
        ? 'Schlagen, Bauernzug oder Matt in 1 Halbzug'
        : `Schlagen, Bauernzug oder Matt in höchstens ${count} Halbzügen`,
    moves: {
      win: 'Gewinnt',
      cursed_win: 'Remis (50-Züge-Regel)',
      draw: 'Remis',
      blessed_loss: 'Hält (50-Züge-Regel)',
      loss: 'Verliert',
    },
  },

  learn: 'Aus deinen Fehlern lernen',
  mistakesOf: (side, { mistake, blunder }) =>
    `${side}: ${listed(
      [
        ...(mistake === 0 ? [] : [`${mistake} Fehler`]),
        ...(blunder === 0 ? [] : [blunder === 1 ? '1 grober Patzer' : `${blunder} grobe Patzer`]),
      ],
      'und',
    )}`,
  exerciseOf: (number, count) => `Stellung ${number} von ${count}`,
  solved: { found: 'Gelöst', shown: 'Lösung' },
  findBetter: (move, side, isOwn) =>
    `${isOwn ? `Du hast ${move} gespielt` : `Gespielt wurde ${move}`}. Finde einen besseren Zug für ${side}.`,
  checkingMove: (san) => `${san} wird geprüft …`,
  foundBest: (san) => `${san} ist der beste Zug. Gut gefunden!`,
  foundGood: (san) => `Auch ${san} ist gut. Gut gefunden!`,
  wrongMove: (san) => `Es gibt einen besseren Zug als ${san}. Versuche es noch einmal.`,
  sameMove: (san, isOwn) =>
    `${isOwn ? `Du hast ${san}` : `${san} wurde`} in der Partie gespielt. Versuche einen anderen Zug.`,
  show: 'Lösung zeigen',
  next: 'Weiter',
  finish: 'Abschließen',
  endLesson: 'Zurück zur Auswertung',
  lessonOver: (found, count) => `Fertig! Du hast ${found} von ${count} gefunden.`,
};
