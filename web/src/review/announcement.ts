/**
 * A step of a review as screen readers announce it: the move in words, its judgment and the reason,
 * a better line, and the evaluation of the position.
 */
import { describeMove } from '../game/descriptions';
import { evaluationText, gradeText } from '../game/evaluation';
import { replay } from '../game/placement';
import type { Messages } from '../i18n/messages';
import type { GameView } from '../wire/GameView';
import type { LoadedReview } from './loadedReview';
import { judgedMoveAt, keyMomentsOf, lineText, momentAt, numberAt } from './moments';

/** How texts are written for the reader. */
export interface Writing {
  readonly messages: Messages;
  readonly localizeSan: (text: string) => string;
  /** Whether what was better than the move of this index is still to be found. */
  readonly hidesAnswer: (index: number) => boolean;
}

/** The announcement of the position after so many half-moves. */
export function stepText(
  view: GameView,
  loaded: LoadedReview | null,
  ply: number,
  writing: Writing,
): string {
  const sentences = [moveText(view, ply, writing)];
  if (loaded !== null) {
    sentences.unshift(...momentText(view, loaded, ply, writing));
    sentences.push(...judgmentText(view, loaded, ply, writing));
    sentences.push(...valueText(loaded, ply, writing));
  }
  return sentences.join(' ');
}

/** The judgment of the move that led here, the reason, and what was better. */
export function judgmentText(
  view: GameView,
  loaded: LoadedReview,
  ply: number,
  { messages: { analysis }, localizeSan, hidesAnswer }: Writing,
): string[] {
  const judged = judgedMoveAt(view, loaded, ply - 1);
  if (judged === null) return [];
  const line = lineText(view.start_fen, judged.index, judged.better);
  const isSaid = line !== '' && !hidesAnswer(judged.index);
  const better = isSaid ? [`${analysis.better} ${localizeSan(line)}.`] : [];
  const why = judged.fact === null ? [] : [analysis.why(judged.fact)];
  return [`${analysis.judgment[judged.judgment]}.`, ...why, ...better];
}

/** The move that led to a position, in words. */
export function moveText(view: GameView, ply: number, { messages }: Writing): string {
  const move = view.moves[ply - 1];
  const before = replay(view.start_fen, view.moves)[ply - 1];
  if (move === undefined || before === undefined) return `${messages.analysis.startOfGame}.`;
  return `${numberAt(view.start_fen, ply - 1)} ${describeMove(messages, before, move)}.`;
}

function momentText(
  view: GameView,
  loaded: LoadedReview,
  ply: number,
  { messages }: Writing,
): string[] {
  const moments = keyMomentsOf(view, loaded);
  const at = momentAt(moments, ply);
  return at === null ? [] : [`${messages.analysis.moment.at(at + 1, moments.length)}.`];
}

/** A mate on the board has been announced with the move. */
function valueText(loaded: LoadedReview, ply: number, { messages }: Writing): string[] {
  const { analysis } = messages;
  const reviewed = loaded.positions.get(ply);
  if (reviewed === undefined) return [analysis.notYet];
  const { value } = reviewed;
  const grade = gradeText(messages, value);
  if (grade === null) return [];
  if (value.type === 'mate') return [`${grade}.`];
  return [analysis.moment.evaluation(evaluationText(messages, value), grade)];
}
