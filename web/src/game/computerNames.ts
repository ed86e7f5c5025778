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

/**
 * Words of saved names that the reader sees as a name with this text in it, as far as they do not
 * have it themselves: in German, `Leicht` stands for `(Easy)` and `(Facile)`.
 */
export function savedWords(messages: Messages, text: string): string[] {
  const has = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
  const names = [...LEVELS.keys()];
  const found = names.filter((name) => has(translatedName(messages, name)) && !has(name));
  return found.map((name) => name.slice(name.indexOf('(')));
}
