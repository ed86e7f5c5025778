/** The text of a search as the server gets it. */
import { savedWords } from '../game/computerNames';
import type { Messages } from '../i18n/messages';
import type { LibraryQuery } from '../wire/LibraryQuery';

/** The longest search text that the server accepts. */
const MAX_LENGTH = 256;

/**
 * A query that finds what the reader sees. Computers have names in the language in which a game was
 * started, so that a word of their names has those of the other languages as its alternatives.
 */
export function localizedQuery(messages: Messages, query: LibraryQuery): LibraryQuery {
  if (query.search === null) return query;
  const words = query.search.split(/\s+/).filter((word) => word !== '');
  const search = words.map((word) => [word, ...savedWords(messages, word)].join('|')).join(' ');
  return search.length > MAX_LENGTH ? query : { ...query, search };
}
