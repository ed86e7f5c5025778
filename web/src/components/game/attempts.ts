/**
 * What is tried on the board with a mouse or a finger and comes to nothing. Chessground passes over
 * it in silence; here it is noticed, so that somebody can say why. Listens before chessground does,
 * and so sees the board as it was.
 */
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';

import type { Side } from '../../wire/Side';

export interface Attempts {
  /** A piece was touched that is not to be moved from here. */
  wrongPiece(square: string): void;
  /** A piece was sent where it may not go. */
  refused(from: string, to: string): void;
}

/** Watches a board until the answer is called. `mover` is whose pieces can be moved, if anybody's. */
export function watchAttempts(
  element: HTMLElement,
  board: Api,
  mover: () => Side | null,
  tell: Attempts,
): () => void {
  const down = (event: PointerEvent): void => {
    const at = squareOf(board, event);
    if (at === undefined || event.button !== 0 || mover() === null) return;
    const { selected, pieces } = board.state;
    const piece = pieces.get(at);
    if (selected === undefined) {
      if (piece !== undefined && piece.color !== mover()) tell.wrongPiece(at);
    } else if (selected !== at && piece?.color !== mover()) {
      refuse(selected, at);
    }
  };
  const up = (event: PointerEvent): void => {
    const held = board.state.draggable.current;
    const at = squareOf(board, event);
    if (held?.started && at !== undefined && at !== held.orig) refuse(held.orig, at);
  };
  const refuse = (from: Key, to: Key): void => {
    const { turnColor, movable } = board.state;
    const isPremove = mover() !== turnColor;
    if (!isPremove && !movable.dests?.get(from)?.includes(to)) tell.refused(from, to);
  };
  element.addEventListener('pointerdown', down, true);
  document.addEventListener('pointerup', up, true);
  return () => {
    element.removeEventListener('pointerdown', down, true);
    document.removeEventListener('pointerup', up, true);
  };
}

function squareOf(board: Api, event: PointerEvent): Key | undefined {
  return board.getKeyAtDomPos([event.clientX, event.clientY]);
}
