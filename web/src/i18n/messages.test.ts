import { expect, test } from 'vitest';

import type { Code } from '../wire/Code';
import type { Reason } from '../wire/Reason';
import { MESSAGES, problemText } from './messages';

const { en } = MESSAGES;

// req: A4, A5, A8, C2
test('the English sentences are those that the requirements give', () => {
  expect(en.inCheck('white')).toBe('White is in CHECK');
  expect(en.ended('stalemate', null)).toBe("Stalemate! It's a draw");
  expect(en.thinking).toBe('AI is thinking…');
  expect(en.namesMissing).toBe('Please fill in the player names');
});

// req: A5
test('every draw names its rule in every language', () => {
  const draws: Reason[] = [
    'stalemate',
    'insufficient_material',
    'fivefold_repetition',
    'seventy_five_moves',
    'threefold_repetition',
    'fifty_moves',
    'agreement',
    'time',
    'abandoned',
    'aborted',
  ];
  for (const words of Object.values(MESSAGES)) {
    const sentences = draws.map((reason) => words.ended(reason, null));
    expect(new Set(sentences).size).toBe(draws.length);
  }
});

test('every language has a word wherever English has one', () => {
  for (const words of Object.values(MESSAGES)) {
    for (const [key, value] of Object.entries(words)) {
      if (typeof value === 'string') expect(value.trim(), key).not.toBe('');
    }
  }
});

test('a refusal is said in every language, with what it names', () => {
  const refusal = {
    code: 'bad_password',
    message: 'a password has 8 to 128 characters; this one has 5',
    values: ['8', '128', '5'],
  } as const;
  for (const [words, sentence] of [
    [MESSAGES.en, 'A password has 8 to 128 characters; this one has 5'],
    [MESSAGES.de, 'Ein Passwort hat 8 bis 128 Zeichen; dieses hat 5.'],
    [MESSAGES.fr, 'Un mot de passe a de 8 à 128 caractères ; celui-ci en a 5.'],
  ] as const) {
    expect(problemText(words, refusal)).toBe(sentence);
  }
});

test('a reason that only the server’s words tell is not hidden in any language', () => {
  for (const [code, message, german, french] of [
    ['bad_import', '1:7: e9 is no move', 'Das lässt sich nicht lesen', 'C’est illisible'],
    ['bad_fen', 'the board ends', 'Diese FEN lässt sich nicht lesen', 'Cette FEN est illisible'],
  ] as const) {
    const refusal = { code, message, values: [] };
    expect(problemText(MESSAGES.en, refusal).toLowerCase()).toBe(message.toLowerCase());
    const told = [german, `Der Server sagt: „${message}“`].join('. ');
    expect(problemText(MESSAGES.de, refusal)).toBe(told);
    const dit = [french, `Le serveur dit : « ${message} »`].join('. ');
    expect(problemText(MESSAGES.fr, refusal)).toBe(dit);
  }
});

test('a refusal that this app has never heard of is said in the server’s words', () => {
  const unheard = { code: 'toString' as Code, message: 'it is late', values: [] };
  expect(problemText(MESSAGES.de, unheard)).toBe('It is late');
});

test('what does not come from the server is told apart', () => {
  const gone = { code: 'unreachable', message: '', values: [] } as const;
  const odd = { code: 'unreadable', message: '502 Bad Gateway', values: [] } as const;
  for (const words of Object.values(MESSAGES)) {
    expect(problemText(words, gone)).toBe(words.unreachable);
    expect(problemText(words, odd)).toContain('502 Bad Gateway');
  }
});
