/** Texts about reviews and the analysis board in English. */
import { countRoles, isExchange, listed, type CountedRole } from '../../review/gain';
import type { Phase } from '../../review/graph';
import type { Nag } from '../../study/glyphs';
import type { Stage } from '../../study/liveAnalysis';
import type { EndgameType } from '../../wire/EndgameType';
import type { MaterialGain } from '../../wire/MaterialGain';
import type { MoveFact } from '../../wire/MoveFact';
import type { Judgment } from '../../wire/Judgment';
import type { PlacedPiece } from '../../wire/PlacedPiece';
import type { Motif } from '../../wire/Motif';
import type { TablebaseOutcome } from '../../wire/TablebaseOutcome';
import { momentsEn } from './moments/en';
import { standings, summaryEn } from './summary/en';

const motifs: Readonly<Record<Motif, string>> = {
  fork: 'fork',
  pin: 'pin',
  skewer: 'skewer',
  discovered_attack: 'discovered attack',
  discovered_check: 'discovered check',
  trap: 'trap',
};
const endings: Readonly<Record<EndgameType, string>> = {
  pawn: 'pawn ending',
  rook: 'rook ending',
  queen: 'queen ending',
  minor: 'minor-piece ending',
};
const the = ({ role, square }: PlacedPiece): string => `the ${role} on ${square}`;

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const counted = ({ role, count }: CountedRole): string =>
  count === 1 ? `a ${role}` : `${NUMBERS[count - 2] ?? count} ${role}s`;
const pieces = (roles: readonly string[]): string => listed(countRoles(roles).map(counted), 'and');

/** What is won: `the knight on e5 for a pawn`. */
function gained(gain: MaterialGain): string {
  const { won, cost, square } = gain;
  if (isExchange(gain)) return 'the exchange';
  const what = square === null ? pieces(won) : the({ role: won[0] ?? '', square });
  return cost.length === 0 ? what : `${what} for ${pieces(cost)}`;
}

/** Why a move was bad. */
function why(fact: MoveFact): string {
  switch (fact.type) {
    case 'stalemates':
      return 'Stalemates a won game.';
    case 'allows_mate':
      return `Allows ${fact.on_back_rank ? 'a back-rank mate' : 'mate'} in ${fact.moves}.`;
    case 'misses_mate':
      return `Misses mate in ${fact.moves}.`;
    case 'hangs':
      return `Hangs ${the(fact.piece)}.`;
    case 'loses_piece':
      return `Loses ${the(fact.piece)} for a ${fact.compensation}.`;
    case 'allows_tactic': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Loses ${the(won)}, which gets trapped.`;
      return `Loses ${the(won)} to a ${motifs[motif]} by ${the(by)}.`;
    }
    case 'allows_promotion':
      return `Lets the pawn on ${fact.pawn} promote.`;
    case 'loses_material':
      return `Loses ${gained(fact.gain)}.`;
    case 'misses_capture':
      return `Misses a free ${fact.piece.role} on ${fact.piece.square}.`;
    case 'misses_tactic': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Misses a chance to win ${the(won)} by trapping it.`;
      return `Misses a chance to win ${the(won)} with a ${motifs[motif]} by ${the(by)}.`;
    }
    case 'misses_promotion':
      return `Misses promoting the pawn on ${fact.pawn}.`;
    case 'misses_material':
      return `Misses a chance to win ${gained(fact.gain)}.`;
    case 'throws_away_won_endgame':
      return `Throws away a won ${endings[fact.endgame]}.`;
    case 'turns':
      return `Turns ${standings[fact.from]} position into ${standings[fact.to]} one.`;
  }
}

export const analysisEn = {
  review: 'Review',
  reviewOf: (white: string, black: string) => `Review: ${white} vs ${black}`,
  running: (percent: number) => `Analyzing… ${percent}%`,
  timeLeft: (seconds: number) =>
    seconds > 90
      ? `About ${Math.round(seconds / 60)} minutes left`
      : seconds === 1
        ? 'About 1 second left'
        : `About ${seconds} seconds left`,
  stopped: (percent: number) => `Review stopped at ${percent}%`,
  resume: 'Resume',
  retry: 'Try again',
  finished: 'Review finished',
  gamePage: 'Game',
  print: 'Print',
  shareAsPicture: 'Share as a picture',
  graph: 'White’s winning chances',
  graphValue: (move: string, percent: number) => `${move}: White’s winning chances ${percent}%`,
  startOfGame: 'Start of the game',
  phases: {
    opening: 'Opening',
    middlegame: 'Middlegame',
    endgame: 'Endgame',
  } as Readonly<Record<Phase, string>>,
  summary: 'Summary',
  accuracy: 'Accuracy',
  averageLoss: 'Average centipawn loss',
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
  moments: 'Key moments',
  noMoments: 'No significant mistakes',
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  better: 'Better:',
  showBetter: 'Show the better move',
  showContinuation: 'Show the best continuation',
  continuation: 'Continuation:',
  enginePrefers: 'The engine prefers:',
  bestLine: 'Best line',
  /** What the footnotes of the summary are under. */
  aboutFigures: 'About these figures',
  /** Why a phase has no accuracy. */
  noAccuracy: {
    moves: 'no moves in this phase',
    lost: 'already lost, nothing left to give away',
  },
  /** Where the accuracy of the game is not between those of its phases. */
  beyondPhases:
    'Unlike the whole game, a phase leaves out moves that could lose nothing more, and counts a mate missed or allowed even in a decided position.',
  /** The difference between the two, where both are offered. */
  about: {
    review: 'The engine explains the mistakes',
    analyze: 'Try out moves with the engine',
  },
  notYet: 'This position has not been analyzed yet.',
  why,
  game: summaryEn,
  moment: momentsEn,

  title: 'Analysis',
  openInAnalysis: 'Analysis board',
  analyze: 'Analyze',
  openOther: 'Open PGN or FEN',
  pasteGame: 'Paste a PGN or a FEN',
  depth: (depth: number) => `depth ${depth}`,
  lines: 'Lines',
  engine: 'Engine',
  nodes: (count: string) => `${count} nodes`,
  nothingYet: 'No lines yet',
  /** Asking reads like thinking, so that screen readers stay quiet while somebody steps through a game. */
  stages: {
    requested: 'Analyzing…',
    waiting: 'Waiting for a free engine…',
    thinking: 'Analyzing…',
    done: 'Analysis finished',
    no_move: 'The game is over',
    failed: 'The engine crashed',
  } as Readonly<Record<Stage, string>>,
  glyphs: 'Annotation',
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
  promote: 'Promote variation',
  demote: 'Demote variation',
  deleteFromHere: 'Delete from here',

  table: {
    name: 'Tablebase',
    wins: (side: string) => `${side} wins`,
    draw: 'Draw',
    saved: (winner: string, loser: string) =>
      `Draw: ${winner} would win, but the 50-move rule saves ${loser}`,
    distance: (count: number) =>
      count === 1
        ? 'Capture, pawn move or mate in 1 half-move'
        : `Capture, pawn move or mate within ${count} half-moves`,
    moves: {
      win: 'Wins',
      cursed_win: 'Draws (50-move rule)',
      draw: 'Draws',
      blessed_loss: 'Holds (50-move rule)',
      loss: 'Loses',
    } as Readonly<Record<TablebaseOutcome, string>>,
  },

  learn: 'Learn from your mistakes',
  mistakesOf: (side: string, { mistake, blunder }: Readonly<Record<Judgment, number>>) =>
    `${side}: ${listed(
      [
        ...(mistake === 0 ? [] : [mistake === 1 ? '1 mistake' : `${mistake} mistakes`]),
        ...(blunder === 0 ? [] : [blunder === 1 ? '1 blunder' : `${blunder} blunders`]),
      ],
      'and',
    )}`,
  exerciseOf: (number: number, count: number) => `Position ${number} of ${count}`,
  /** The heading of a position that was tried again, by how it ended. */
  solved: { found: 'Solved', shown: 'Solution' },
  findBetter: (move: string, side: string, isOwn: boolean) =>
    `${isOwn ? `You played ${move}` : `${move} was played`}. Find a better move for ${side}.`,
  checkingMove: (san: string) => `Checking ${san}…`,
  foundBest: (san: string) => `${san} is the best move. Well done!`,
  foundGood: (san: string) => `${san} is good too. Well done!`,
  wrongMove: (san: string) => `There is a better move than ${san}. Try again.`,
  sameMove: (san: string, isOwn: boolean) =>
    `${isOwn ? `You played ${san}` : `${san} was played`} in the game. Try another move.`,
  show: 'Show the solution',
  next: 'Next',
  finish: 'Finish',
  endLesson: 'Back to the review',
  lessonOver: (found: number, count: number) => `Done! You found ${found} of ${count}.`,
};

/** The texts that every language has about reviews and the analysis board. */
export type AnalysisMessages = typeof analysisEn;
