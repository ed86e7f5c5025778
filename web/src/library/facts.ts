/** What is known about a game, for its details. */
import type { Messages } from '../i18n/messages';
import type { LibraryRow } from '../wire/LibraryRow';
import { lastPlayedText, pgnDateText } from './dates';
import { statusText } from './names';

export type Fact = readonly [name: string, value: string];

/** The names and values that are known; players and result are shown elsewhere. */
export function factsOf(
  messages: Messages,
  language: string,
  row: LibraryRow,
  opening: string,
): Fact[] {
  const { columns } = messages;
  const facts: readonly Fact[] = [
    [columns.event, row.event ?? ''],
    [columns.site, row.site ?? ''],
    [columns.round, row.round ?? ''],
    [columns.date, row.date === null ? '' : pgnDateText(language, row.date)],
    [columns.opening, [row.eco ?? [], opening].flat().join(' ').trim()],
    [columns.moves, String(row.moves)],
    [columns.status, statusText(messages, row)],
    [columns.last_played, lastPlayedText(language, row)],
  ];
  return facts.filter(([, value]) => value !== '');
}
