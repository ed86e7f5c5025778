/** The keyboard shortcuts of the review page. */
import type { LessonSession } from './lessonSession.svelte';
import type { ReviewSession, Variation } from './review.svelte';
import { navigationTarget, type Shortcut } from './shortcuts';

/** Runs a shortcut; false if it does nothing here. */
export function performInReview(shortcut: Shortcut, session: ReviewSession): boolean {
  const { lessonSession } = session;
  if (lessonSession !== null) return performInLesson(shortcut, session, lessonSession);
  if (session.variation !== null && performInVariation(shortcut, session, session.variation)) {
    return true;
  }
  switch (shortcut) {
    case 'flip':
      session.flipped = !session.flipped;
      return true;
    case 'next_moment':
      return goTo(session.neighbors.next, session);
    case 'previous_moment':
      return goTo(session.neighbors.previous, session);
    case 'retry':
      session.retry();
      return true;
    case 'show_better':
      if (session.hiddenAnswer !== null) session.showAnswer(session.hiddenAnswer);
      return true;
    default:
      return goTo(navigationTarget(shortcut, session.ply, session.moves.length), session);
  }
}

/** In a line that was not played, the arrow keys step through it. */
function performInVariation(
  shortcut: Shortcut,
  session: ReviewSession,
  variation: Variation,
): boolean {
  if (shortcut === 'forward') session.continueVariation(variation);
  else if (shortcut === 'back') session.shortenVariation(variation);
  else if (shortcut === 'cancel') session.returnToGame();
  else return false;
  return true;
}

/** In a lesson, moves are played on the board, and only the lines that it shows can be walked. */
function performInLesson(
  shortcut: Shortcut,
  session: ReviewSession,
  lessonSession: LessonSession,
): boolean {
  const line = lessonSession.isInLine ? session.variation : null;
  if (shortcut === 'flip') session.flipped = !session.flipped;
  else if (shortcut === 'hint') lessonSession.hint();
  else if (line === null) {
    if (shortcut !== 'cancel') return false;
    session.endLesson();
  } else if (shortcut === 'back') lessonSession.shortenLine(line);
  else if (shortcut === 'cancel') lessonSession.leaveLine();
  else return performInVariation(shortcut, session, line);
  return true;
}

function goTo(ply: number | null, session: ReviewSession): boolean {
  if (ply !== null) session.step(ply);
  return ply !== null;
}
