/** What the line under the board of the home page says about starting a game. */
import { namesMissing } from '../game/setup';
import type { Messages } from '../i18n/messages';
import type { Choices } from '../settings/settings';

export interface StartPosition {
  /** The opening of today's position; `null` for a new game. */
  readonly opening: string | null;
  /** Whether a move on the board starts the game. */
  readonly isMovable: boolean;
}

/** How a game is started from this position in the mode that is chosen. */
export function caption(
  messages: Messages,
  choices: Choices,
  { opening, isMovable }: StartPosition,
): string {
  const { homeBoard: texts } = messages;
  const { mode, side, white, black } = choices;
  const about = (text: string): string => (opening === null ? text : `${opening}. ${text}`);
  if (mode === 'pass_and_play' && namesMissing(white, black)) return about(texts.namesFirst);
  if (isMovable) return opening === null ? texts.yourMove : texts.playOn(opening);
  if (mode === 'computer' && side === 'black') return texts.opponentMoves;
  // The card below says itself what its button does.
  if (mode === 'invite') return opening === null ? '' : `${opening}.`;
  return about(texts.press(messages.startGame));
}
