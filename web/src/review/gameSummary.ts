/** A game in two sentences: who was better until when, what turned it, and how it ended. */
import { subjectOf } from '../game/descriptions';
import { opposite } from '../game/placement';
import { isBoardEnd } from '../game/status';
import type { Messages } from '../i18n/messages';
import type { Subject } from '../i18n/subject';
import type { GameSummary } from '../wire/GameSummary';
import type { GameView } from '../wire/GameView';
import type { MoveFact } from '../wire/MoveFact';
import type { ReviewReport } from '../wire/ReviewReport';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import type { LoadedReview } from './loadedReview';
import { judgedMoveAt, moveNumberAt, moverAt } from './moments';
import { gradeOf, type Ending, type Stretch } from './summaryText';

export interface Sentences {
  readonly course: string;
  readonly turn: string;
  /** The number of half-moves after the move that turned the game; `null` if no single one did. */
  readonly turningPly: number | null;
}

/** How texts are written for the reader. */
export interface Writing {
  readonly messages: Messages;
  readonly you: Viewer;
  readonly localizeSan: (text: string) => string;
  readonly percent: (value: number | null) => string;
  /** Whether the sentences tell how the game ended; not where that stands beside them. */
  readonly tellsEnd: boolean;
}

/** The sentences about a reviewed game; `null` until the review is finished, and without moves. */
export function sentencesOf(
  view: GameView,
  loaded: LoadedReview,
  writing: Writing,
): Sentences | null {
  const { report } = loaded;
  if (!report?.summary) return null;
  const { until, turning_point } = report.summary;
  const ending = writing.tellsEnd ? endingOf(view, report.summary, writing) : null;
  const withEnding = (sentence: string): string =>
    ending === null ? sentence : writing.messages.analysis.game.withEnding(sentence, ending);
  const [first, second] = [
    course(view, loaded, report.summary, writing),
    turn(view, loaded, report, report.summary, writing),
  ];
  // The accuracies tell nothing of the course of the game that its end could follow.
  const isAccuracy = until === null && turning_point === null;
  return {
    course: isAccuracy ? withEnding(first) : first,
    turn: isAccuracy ? second : withEnding(second),
    turningPly: turning_point === null ? null : turning_point + 1,
  };
}

/** How a game ended; `null` if it did not, or was aborted. */
function endingOf(view: GameView, summary: GameSummary, { messages, you }: Writing): Ending | null {
  const { status } = view.state;
  if (status.type !== 'over' || status.reason === 'aborted') return null;
  const { reason, winner, result } = status;
  if (winner === null && result !== '1/2-1/2') return null;
  const who = (side: Side): Subject => subjectOf(messages, view, side, you);
  return {
    reason,
    players: winner === null ? null : { winner: who(winner), loser: who(opposite(winner)) },
    // Who resigns or runs out of time does so instead of the next move.
    move: moveNumberAt(view.start_fen, view.moves.length - (isBoardEnd(reason) ? 1 : 0)),
    isAtOnce: summary.turning_point === view.moves.length - 2,
    about: winner === null ? null : aboutWhom(summary, winner),
    isUnexpected: isUnexpected(view, summary, winner),
  };
}

/** Whom the sentence is about that the end follows: the side that was better to the end, if any. */
function aboutWhom({ leader, until, turning_point }: GameSummary, winner: Side): Ending['about'] {
  if (leader === null || until !== null || turning_point !== null) return null;
  return leader === winner ? 'winner' : 'loser';
}

/**
 * Whether a side that was better to the end did not win, or one that gave the game away did, or a
 * side that had not been better gave the game away and drew.
 */
function isUnexpected(
  view: GameView,
  { leader, until, turning_point }: GameSummary,
  winner: Side | null,
): boolean {
  if (turning_point !== null) {
    const mover = moverAt(view.start_fen, turning_point);
    return winner === null ? mover !== leader : mover === winner;
  }
  return until === null && leader !== winner;
}

/** Whether the first sentence tells of the win that followed the decisive mistake. */
function tellsWin({ since, turning_point }: GameSummary): boolean {
  return since !== null && turning_point !== null && turning_point <= since;
}

function course(
  view: GameView,
  loaded: LoadedReview,
  summary: GameSummary,
  { messages, you, localizeSan }: Writing,
): string {
  const { leader, standing, is_balanced, since, until } = summary;
  const number = (index: number): number => moveNumberAt(view.start_fen, index);
  const from = since === null ? null : number(since);
  const stretch: Stretch | null =
    until !== null
      ? { since: from, until: number(until) }
      : from !== null
        ? { since: from, until: null }
        : null;
  const { game } = messages.analysis;
  if (leader === null) return is_balanced ? game.balanced(stretch) : game.unsteady(stretch);
  const who = subjectOf(messages, view, leader, you);
  const grade = gradeOf(standing);
  if (tellsWin(summary)) return game.better(who, grade, stretch);
  const mistake = since === null ? null : judgedMoveAt(view, loaded, since);
  if (stretch !== null && mistake?.side === opposite(leader) && stretch.until !== from) {
    return game.betterAfter(who, grade, localizeSan(mistake.move), stretch.until);
  }
  return game.better(who, grade, stretch);
}

function turn(
  view: GameView,
  loaded: LoadedReview,
  { white, black }: ReviewReport,
  summary: GameSummary,
  { messages, you, localizeSan, percent }: Writing,
): string {
  const { until, turning_point } = summary;
  const { game, why } = messages.analysis;
  // Beside a sentence about the other side, it would not be clear whose position it is.
  const reasonOf = (fact: MoveFact, who: Subject): string =>
    fact.type === 'turns' ? game.leaves(who, fact.to) : why(fact);
  const judged = turning_point === null ? null : judgedMoveAt(view, loaded, turning_point);
  if (judged !== null) {
    const move = localizeSan(judged.move);
    const { fact, judgment, side } = judged;
    const reason = fact === null ? null : reasonOf(fact, subjectOf(messages, view, side, you));
    if (tellsWin(summary)) {
      return reason === null ? game.decisiveBadMove(move) : game.decisiveMistake(move, reason);
    }
    return reason === null ? game.badMove(move, judgment) : game.turningPoint(move, reason);
  }
  if (until !== null) return game.noTurningPoint;
  return game.accuracy(percent(white.accuracy), percent(black.accuracy));
}
