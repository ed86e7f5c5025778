/**
 * Illegal attempts on the board with a mouse or a finger, and touches that cancel premoves.
 * Chessground ignores the attempts silently; here they are reported, so that the page can say why.
 * Listens before chessground does, and so sees the board as it was.
 */
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';

import type { Side } from '../../wire/Side';

export interface Attempts {
  /** A piece was touched that this player cannot move. */
  wrongPiece(square: string): void;
  /** A piece was moved where it may not go. */
  illegal(from: string, to: string): void;
}

/** Watches a board until the returned function is called. `mover` is the side that can be moved. */
export function watchAttempts(
  element: HTMLElement,
  board: Api,
  mover: () => Side | null,
  listener: Attempts,
): () => void {
  const down = (event: PointerEvent): void => {
    const at = squareOf(board, event);
    if (at === undefined || event.button !== 0 || mover() === null) return;
    const { selected, pieces } = board.state;
    const piece = pieces.get(at);
    if (selected === undefined) {
      if (piece !== undefined && piece.color !== mover()) listener.wrongPiece(at);
    } else if (selected !== at && piece?.color !== mover()) {
      reportIllegal(selected, at);
    }
  };
  const up = (event: PointerEvent): void => {
    const held = board.state.draggable.current;
    const at = squareOf(board, event);
    if (held?.started && at !== undefined && at !== held.orig) reportIllegal(held.orig, at);
  };
  const reportIllegal = (from: Key, to: Key): void => {
    const { turnColor, movable } = board.state;
    const isPremove = mover() !== turnColor;
    if (!isPremove && !movable.dests?.get(from)?.includes(to)) listener.illegal(from, to);
  };
  element.addEventListener('pointerdown', down, true);
  document.addEventListener('pointerup', up, true);
  return () => {
    element.removeEventListener('pointerdown', down, true);
    document.removeEventListener('pointerup', up, true);
  };
}

/**
 * Calls back where premoves are to be canceled: by the right button, or by touching a square that
 * starts no move.
 */
export function watchCancel(
  element: HTMLElement,
  board: Api,
  mover: () => Side | null,
  cancel: () => void,
): () => void {
  const down = (event: PointerEvent): void => {
    if (event.button === 2) return cancel();
    const at = squareOf(board, event);
    const { selected, pieces } = board.state;
    if (at === undefined || event.button !== 0 || selected !== undefined) return;
    if (pieces.get(at)?.color !== mover()) cancel();
  };
  element.addEventListener('pointerdown', down, true);
  return () => element.removeEventListener('pointerdown', down, true);
}

function squareOf(board: Api, event: PointerEvent): Key | undefined {
  return board.getKeyAtDomPos([event.clientX, event.clientY]);
}
