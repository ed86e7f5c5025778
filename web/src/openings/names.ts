/**
 * The names of openings in the reader's language. The table is English; a name is translated by its
 * parts: the family from a list, a variation by what it is (`Variation`, `Gambit`, …) and what
 * stands before that. Names of people and places stay, as far as the language does not spell them
 * in its own way.
 */
import type { Settings } from '../settings/settings';
import { de } from './names/de';
import { fr } from './names/fr';
import type { Grammar } from './names/grammar';

const GRAMMARS: Readonly<Partial<Record<Settings['language'], Grammar>>> = { de, fr };

/** A word that is a move, with or without its number: what is before the letter of the piece. */
const MOVE = /^(\d+)?(\.+)?(?=[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O|[a-h]{2}$)/;

/** The name of an opening in a language. */
export function localName(name: string, language: Settings['language']): string {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return name;
  const [family = '', ...rest] = name.split(': ');
  const variations = rest
    .join(': ')
    .split(', ')
    .filter((part) => part !== '');
  const parts = variations.map((part) => variationIn(grammar, part));
  return [grammar.families[family] ?? family, ...parts].join(', ');
}

/** The families that a language has no name for. */
export function untranslated(names: readonly string[], language: 'de' | 'fr'): string[] {
  const families = new Set(names.map((name) => name.split(': ')[0] ?? ''));
  return [...families].filter((family) => GRAMMARS[language]?.families[family] === undefined);
}

function variationIn(grammar: Grammar, part: string): string {
  const whole = grammar.parts[part];
  if (whole !== undefined) return whole;
  const [, before = '', link = '', after = ''] =
    /^(.*?) ?\b(with|without)\b (.*)$/i.exec(part) ?? [];
  if (link !== '') {
    const beginning = before === '' ? [] : [variationIn(grammar, before)];
    return [...beginning, grammar.links[link.toLowerCase()], movesIn(grammar, after)].join(' ');
  }
  // A main line is one thing.
  const words = part.replace(/ Main Line$/, ' Main_Line').split(' ');
  const last = words.at(-1) ?? '';
  const state = grammar.states[last];
  if (state !== undefined && words.length > 1) {
    const rest = words.slice(0, -1);
    return state(variationIn(grammar, rest.join(' ')), genderOf(grammar, rest.at(-1) ?? ''));
  }
  const noun = grammar.nouns[last];
  if (noun === undefined || words.length === 1) return movesIn(grammar, part);
  return grammar.compose(described(grammar, words.slice(0, -1), noun[1]), noun);
}

/** What stands before a noun: adjectives, and the name that is left. */
function described(grammar: Grammar, words: readonly string[], gender: Gender): Described {
  const adjectives: string[] = [];
  let rest = [...words];
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    const two = rest.slice(0, 2).join(' ');
    const taken = grammar.adjectives[two] !== undefined ? 2 : 1;
    const forms = grammar.adjectives[taken === 2 ? two : first];
    if (forms === undefined) break;
    adjectives.push(forms(gender));
    rest = rest.slice(taken);
  }
  return { adjectives, name: rest.map((word) => nameIn(grammar, word)).join(' ') };
}

type Gender = 'm' | 'f' | 'n';

interface Described {
  readonly adjectives: readonly string[];
  readonly name: string;
}

/** A name as the language spells it, without the English genitive. */
function nameIn(grammar: Grammar, word: string): string {
  if (MOVE.test(word)) return movesIn(grammar, word);
  const bare = word.replace(/'s?$/, '');
  return bare
    .split('-')
    .map((piece) => grammar.spellings[piece] ?? piece)
    .join('-');
}

/** Words with moves: pieces get the letters of the language, and `and` its word. */
function movesIn(grammar: Grammar, text: string): string {
  const words = text.split(' ').map((word) => {
    if (word === 'and') return grammar.links['and'];
    if (!MOVE.test(word)) return nameIn(grammar, word);
    return word.replace(/[KQRBN](?=[a-h1-8x])/, (letter) => grammar.pieces[letter] ?? letter);
  });
  return words.join(' ');
}

function genderOf(grammar: Grammar, noun: string): Gender {
  return grammar.nouns[noun]?.[1] ?? 'f';
}
