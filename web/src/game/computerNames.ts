/**
 * The names under which games against the computer are saved. They are in the language in which a game
 * was started; whoever sees the game reads them in their own.
 */
import type { Messages } from '../i18n/messages';
import type { Strength } from '../wire/Strength';
import { playerName } from './descriptions';

type Level = Exclude<Strength['type'], 'rated' | 'full'>;

/** The names that differ from language to language. */
const LEVELS: ReadonlyMap<string, Level> = new Map<string, Level>([
  ['Computer (Easy)', 'easy'],
  ['Computer (Medium)', 'medium'],
  ['Computer (Hard)', 'hard'],
  ['Computer (Leicht)', 'easy'],
  ['Computer (Mittel)', 'medium'],
  ['Computer (Schwer)', 'hard'],
  ['Ordinateur (Facile)', 'easy'],
  ['Ordinateur (Moyen)', 'medium'],
  ['Ordinateur (Difficile)', 'hard'],
]);

/** A saved name as the reader sees it: that of a computer in their language, any other as it is. */
export function translatedName(messages: Messages, name: string): string {
  const type = LEVELS.get(name);
  return type === undefined ? name : playerName(messages, { type: 'engine', strength: { type } });
}
