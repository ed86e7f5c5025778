import { expect, test } from 'vitest';

import type { ErrorCode } from '../wire/ErrorCode';
import type { Reason } from '../wire/Reason';
import { MESSAGES, errorText } from './messages';

const { en } = MESSAGES;

// req: A4, A5, A8, C2
test('the English texts are those of the requirements', () => {
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

test('no text is empty in any language', () => {
  for (const words of Object.values(MESSAGES)) {
    for (const [key, value] of Object.entries(words)) {
      if (typeof value === 'string') expect(value.trim(), key).not.toBe('');
    }
  }
});

test('an error has a text in every language, with its values', () => {
  const error = {
    code: 'bad_password',
    message: 'a password has 8 to 128 characters; this one has 5',
    values: ['8', '128', '5'],
  } as const;
  for (const [words, text] of [
    [MESSAGES.en, 'A password has 8 to 128 characters; this one has 5.'],
    [MESSAGES.de, 'Ein Passwort hat 8 bis 128 Zeichen; dieses hat 5.'],
    [MESSAGES.fr, 'Un mot de passe a de 8 à 128 caractères ; celui-ci en a 5.'],
  ] as const) {
    expect(errorText(words, error)).toBe(text);
  }
});

test('a reason that only the server knows is quoted in every language', () => {
  for (const code of ['bad_import', 'bad_fen'] as const) {
    const error = { code, message: '1:7: expected a move', values: [] };
    const texts = Object.values(MESSAGES).map((words) => errorText(words, error));
    for (const text of texts) expect(text).toContain('1:7: expected a move');
    expect(new Set(texts).size).toBe(texts.length);
  }
});

test('an error that is newer than this app is named by its code, not in the server’s English', () => {
  const unknown = { code: 'toString' as ErrorCode, message: 'it is late', values: [] };
  for (const words of Object.values(MESSAGES)) {
    expect(errorText(words, unknown)).toContain('(toString)');
    expect(errorText(words, unknown)).not.toContain('late');
  }
});

test('errors that do not come from the server have their own texts', () => {
  const gone = { code: 'unreachable', message: '', values: [] } as const;
  const odd = { code: 'unreadable', message: '502 Bad Gateway', values: [] } as const;
  for (const words of Object.values(MESSAGES)) {
    expect(errorText(words, gone)).toBe(words.unreachable);
    expect(errorText(words, odd)).toContain('502 Bad Gateway');
  }
});
