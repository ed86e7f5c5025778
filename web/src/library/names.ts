/** Players and results of the games in the library. */
import { translatedName } from '../game/computerNames';
import type { Messages } from '../i18n/messages';
import type { LibraryRow } from '../wire/LibraryRow';
import type { Side } from '../wire/Side';

/** Results as chess players write them. */
export const RESULTS = { white: '1–0', black: '0–1', draw: '½–½', none: '*' } as const;

/** A name, or what is shown instead: the opponent that somebody waits for, or just a player. */
export function playerName(messages: Messages, row: LibraryRow, side: Side): string {
  const name = row[side];
  if (name !== null) return translatedName(messages, name);
  const other = side === 'white' ? row.black : row.white;
  return row.status === 'waiting' && other !== null ? messages.opponent : messages.player;
}
