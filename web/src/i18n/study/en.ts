/** Words about reviews in English. */
import type { Phase } from '../../review/graph';
import type { Nag } from '../../study/glyphs';
import type { Stage } from '../../study/insight';
import type { Ending } from '../../wire/Ending';
import type { Fact } from '../../wire/Fact';
import type { Judgment } from '../../wire/Judgment';
import type { PlacedPiece } from '../../wire/PlacedPiece';
import type { Motif } from '../../wire/Motif';
import type { TableOutcome } from '../../wire/TableOutcome';

const motifs: Readonly<Record<Motif, string>> = {
  fork: 'fork',
  pin: 'pin',
  skewer: 'skewer',
  discovered_attack: 'discovered attack',
  discovered_check: 'discovered check',
  trap: 'trap',
};
const endings: Readonly<Record<Ending, string>> = {
  pawn: 'pawn ending',
  rook: 'rook ending',
  queen: 'queen ending',
  minor: 'minor-piece ending',
};
const the = ({ role, square }: PlacedPiece): string => `the ${role} on ${square}`;

/** Why a move was bad, in the server's own words. */
function why(fact: Fact): string {
  switch (fact.type) {
    case 'stalemates':
      return 'Stalemates a won game.';
    case 'allows_mate':
      return `Allows ${fact.on_back_rank ? 'a back-rank mate' : 'mate'} in ${fact.moves}.`;
    case 'misses_mate':
      return `Misses mate in ${fact.moves}.`;
    case 'hangs':
      return `Hangs ${the(fact.piece)}.`;
    case 'loses_for':
      return `Loses ${the(fact.piece)} for a ${fact.price}.`;
    case 'allows': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Lets ${the(won)} be trapped.`;
      return `Loses ${the(won)} to a ${motifs[motif]} by ${the(by)}.`;
    }
    case 'allows_promotion':
      return `Lets the pawn on ${fact.pawn} promote.`;
    case 'misses_capture':
      return `Misses that ${the(fact.piece)} can be taken.`;
    case 'misses': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Misses a way to trap ${the(won)}.`;
      return `Misses a ${motifs[motif]} by ${the(by)} that wins ${the(won)}.`;
    }
    case 'misses_promotion':
      return `Misses that the pawn on ${fact.pawn} promotes.`;
    case 'lets_slip':
      return `Lets a won ${endings[fact.ending]} slip to a draw.`;
  }
}

export const studyEn = {
  review: 'Review',
  reviewOf: (white: string, black: string) => `Review of ${white} against ${black}`,
  running: (percent: number) => `The engine looks at every position: ${percent} %`,
  timeLeft: (seconds: number) =>
    seconds > 90
      ? `About ${Math.round(seconds / 60)} minutes left`
      : seconds === 1
        ? 'About 1 second left'
        : `About ${seconds} seconds left`,
  stopped: (percent: number) => `The review was stopped at ${percent} %.`,
  goOn: 'Go on',
  retry: 'Try again',
  finished: 'The review is finished.',
  backToGame: 'Back to the game',
  print: 'Print',
  graph: 'White’s chances',
  graphValue: (move: string, percent: number) => `${move}: White’s chances ${percent} %`,
  startOfGame: 'Start of the game',
  phases: {
    opening: 'Opening',
    middlegame: 'Middlegame',
    endgame: 'Endgame',
  } as Readonly<Record<Phase, string>>,
  summary: 'How both sides played',
  accuracy: 'Accuracy',
  averageLoss: 'Average loss in centipawns',
  judgment: {
    inaccuracy: 'Inaccuracy',
    mistake: 'Mistake',
    blunder: 'Blunder',
  } as Readonly<Record<Judgment, string>>,
  judgments: {
    inaccuracy: 'Inaccuracies',
    mistake: 'Mistakes',
    blunder: 'Blunders',
  } as Readonly<Record<Judgment, string>>,
  moments: 'The moments that mattered',
  noMoments: 'Nobody made a move that mattered for the worse.',
  fromTo: (before: string, after: string) => `from ${before} to ${after}`,
  better: (line: string) => `Better: ${line}`,
  bestLine: 'Best play',
  notYet: 'The engine has not looked at this position yet.',
  why,

  analysis: 'Analysis',
  openInAnalysis: 'Open on the analysis board',
  openOther: 'Open PGN or FEN',
  pasteGame: 'Paste a game in PGN, or a position as FEN',
  depth: (depth: number) => `depth ${depth}`,
  lines: 'Lines',
  thinksWith: 'Thinks with',
  nodes: (count: string) => `${count} nodes`,
  speed: (count: string) => `${count}/s`,
  nothingYet: 'Nothing found yet',
  /** Asking sounds like thinking, so that nobody who walks through a game is told at every step. */
  stages: {
    asking: 'The engine thinks…',
    waiting: 'Waits for a free engine…',
    thinking: 'The engine thinks…',
    done: 'The engine has thought long enough.',
    no_move: 'The game is over; there is nothing to find.',
    failed: 'The engine broke down.',
  } as Readonly<Record<Stage, string>>,
  glyphs: 'Glyphs of the move',
  glyphNames: {
    1: 'Good move',
    2: 'Mistake',
    3: 'Brilliant move',
    4: 'Blunder',
    5: 'Interesting move',
    6: 'Dubious move',
    7: 'Only move',
    10: 'Equal position',
    13: 'Unclear position',
    14: 'White is slightly better',
    15: 'Black is slightly better',
    16: 'White is clearly better',
    17: 'Black is clearly better',
    18: 'White is winning',
    19: 'Black is winning',
    22: 'White is in zugzwang',
    23: 'Black is in zugzwang',
    146: 'Novelty',
  } as Readonly<Record<Nag, string>>,
  comment: 'Comment',
  promote: 'Move line up',
  demote: 'Move line down',
  deleteFromHere: 'Delete from here',

  table: {
    name: 'Endgame table',
    wins: (side: string) => `${side} wins`,
    draw: 'Draw',
    saved: (winner: string, loser: string) =>
      `Draw: ${winner} would win, but the fifty-move rule saves ${loser}`,
    distance: (count: number) =>
      count === 1
        ? 'Capture, pawn move or mate at once'
        : `Capture, pawn move or mate within ${count} half-moves`,
    moves: {
      win: 'Wins',
      cursed_win: 'Wins too late',
      draw: 'Draws',
      blessed_loss: 'Holds just long enough',
      loss: 'Loses',
    } as Readonly<Record<TableOutcome, string>>,
  },

  learn: 'Learn from mistakes',
  mistakesOf: (side: string, count: number) => `${side}’s mistakes: ${count}`,
  taskOf: (number: number, count: number) => `Position ${number} of ${count}`,
  findBetter: (move: string, side: string) => `${move} was played. Find a better move for ${side}.`,
  checkingMove: (san: string) => `The engine looks at ${san}…`,
  foundBest: (san: string) => `${san} is best. Well found!`,
  foundGood: (san: string) => `${san} is good too. Well found!`,
  wrongMove: (san: string) => `There is better than ${san}. Try again.`,
  sameMove: (san: string) => `${san} is what was played. Try something else.`,
  show: 'Show the move',
  next: 'Next',
  endLesson: 'Back to the review',
  lessonOver: (found: number, count: number) =>
    `That was all. You found ${found} of ${count} yourself.`,
};

/** What every language says about reviews. */
export type StudyWords = typeof studyEn;
