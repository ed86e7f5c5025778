/** Whether a page goes to the board of a game that has started, or only says that it has. */
import type { Page } from '../router';
import type { StartedGame } from '../wire/StartedGame';

/** Pages that can be left at any time: nothing is typed, shown to others or played there. */
const LEFT_AT_ANY_TIME: readonly Page['name'][] = [
  'home',
  'lobby',
  'library',
  'studies',
  'competitions',
  'card',
];

/**
 * Whether to go to the board by itself: from the page that the server has chosen, once for each
 * game, and only where leaving does no harm.
 */
export function goesByItself(
  started: StartedGame,
  page: Page['name'],
  done: ReadonlySet<string>,
): boolean {
  return started.here && !done.has(started.id) && LEFT_AT_ANY_TIME.includes(page);
}
