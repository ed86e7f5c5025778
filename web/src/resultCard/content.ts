/** What is on the card of a game, in the language of the reader. Others read it too: nobody is "you". */
import { playerOf } from '../game/descriptions';
import { replay } from '../game/placement';
import { endText, resultText } from '../game/status';
import { sentencesOf, type Writing } from '../review/gameSummary';
import type { LoadedReview } from '../review/loadedReview';
import type { GameView } from '../wire/GameView';
import type { ReviewReport } from '../wire/ReviewReport';
import type { Side } from '../wire/Side';
import type { ResultCard } from './card';

/** What the game and its review do not say. */
export interface CardDetails {
  readonly opening: string;
  readonly date: string;
  readonly bottom: Side;
  /** The half-moves before the position on the card. */
  readonly ply: number;
}

export type CardWriting = Omit<Writing, 'you' | 'tellsEnd'>;

export function cardOf(
  view: GameView,
  loaded: LoadedReview & { readonly report: ReviewReport },
  { opening, date, bottom, ply }: CardDetails,
  writing: CardWriting,
): ResultCard {
  const { messages } = writing;
  const told = sentencesOf(view, loaded, { ...writing, you: 'spectator', tellsEnd: false });
  const player = (side: Side): { name: string; score: string } => ({
    name: playerOf(messages, view, side),
    score: scoreOf(view, side),
  });
  return {
    white: player('white'),
    black: player('black'),
    end: endText(messages, view, 'spectator'),
    opening,
    date,
    sentences: told === null ? '' : `${told.course} ${unbroken(told.turn)}`,
    rows: rowsOf(loaded.report, writing),
    pieces: replay(view.start_fen, view.moves)[ply] ?? new Map(),
    lastMove: squaresOfMove(view.moves[ply - 1]?.uci ?? ''),
    bottom,
  };
}

/** The card in words, for those who do not see it. */
export function cardText({
  white,
  black,
  end,
  opening,
  date,
  rows,
  sentences,
}: ResultCard): string {
  const values = rows.map(([label, ...both]) => `${label} ${both.join(' – ')}`);
  const game = `${white.name} ${white.score} – ${black.name} ${black.score}`;
  return [game, date, end, opening, ...values, sentences].filter((part) => part !== '').join('. ');
}

function scoreOf({ state: { status } }: GameView, side: Side): string {
  const scores = status.type === 'over' ? resultText(status.result).split('–') : [];
  return scores[side === 'white' ? 0 : 1] ?? '';
}

function rowsOf(
  { white, black }: ReviewReport,
  { messages: { analysis }, percent }: CardWriting,
): ResultCard['rows'] {
  const { accuracy, judgments } = analysis;
  return [
    [accuracy, percent(white.accuracy), percent(black.accuracy)],
    [judgments.inaccuracy, `${white.inaccuracies}`, `${black.inaccuracies}`],
    [judgments.mistake, `${white.mistakes}`, `${black.mistakes}`],
    [judgments.blunder, `${white.blunders}`, `${black.blunders}`],
  ];
}

/** A move stays on one line with its number. */
function unbroken(sentence: string): string {
  return sentence.replace(/(\d+[.…]) (?=\S)/g, '$1\u00a0');
}

function squaresOfMove(uci: string): readonly [string, string] | null {
  return uci.length < 4 || uci === '0000' ? null : [uci.slice(0, 2), uci.slice(2, 4)];
}
