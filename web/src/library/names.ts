/** Players and results of the games in the library. */
import { areColorNames } from '../game/colorNames';
import { translatedName } from '../game/computerNames';
import type { Messages } from '../i18n/messages';
import type { LibraryRow } from '../wire/LibraryRow';
import type { Side } from '../wire/Side';

/** Results as chess players write them. */
export const RESULTS = { white: '1–0', black: '0–1', draw: '½–½', none: '*' } as const;

/** A name, or what is shown instead: the opponent that somebody waits for, or just a player. */
export function playerName(messages: Messages, row: LibraryRow, side: Side): string {
  const name = row[side];
  if (areColorNames(row.white, row.black)) return messages.side(side);
  if (name !== null) return translatedName(messages, name);
  const other = side === 'white' ? row.black : row.white;
  if (row.status === 'waiting' && other !== null) return messages.opponent;
  return row.imported ? messages.unknownPlayer : messages.player;
}

/** The status of a game. A file that has no result does not say that the game still goes on. */
export function statusText(messages: Messages, { status, imported }: LibraryRow): string {
  if (status === 'playing' && imported) return messages.statusNoResult;
  const texts = {
    playing: messages.statusPlaying,
    adjourned: messages.locks.statusAdjourned,
    waiting: messages.statusWaiting,
    over: messages.statusOver,
  };
  return texts[status];
}

/** Whether a game goes on or is about to; what came from a file without a result does not. */
export function isUnderWay({ status, imported }: LibraryRow): boolean {
  return status !== 'over' && !(status === 'playing' && imported);
}
