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
  for (const messages of Object.values(MESSAGES)) {
    const sentences = draws.map((reason) => messages.ended(reason, null));
    expect(new Set(sentences).size).toBe(draws.length);
  }
});

/** All texts without values, with the keys that lead to them. */
function fixedTexts(messages: object, path = ''): (readonly [key: string, text: string])[] {
  return Object.entries(messages).flatMap(([name, value]: [string, unknown]) => {
    const key = `${path}.${name}`;
    if (typeof value === 'string') return [[key, value] as const];
    return typeof value === 'object' && value !== null ? fixedTexts(value, key) : [];
  });
}

test('no text is empty in any language', () => {
  for (const [language, messages] of Object.entries(MESSAGES)) {
    for (const [key, text] of fixedTexts(messages, language)) {
      expect(text.trim(), key).not.toBe('');
    }
  }
});

test('no text has an identifier of the code in it', () => {
  for (const [language, messages] of Object.entries(MESSAGES)) {
    for (const [key, text] of fixedTexts(messages, language)) {
      // Two humps: no word of a human language has a capital after a small letter.
      expect(text, key).not.toMatch(/\p{Ll}\p{Lu}/u);
    }
  }
});

test('an error has a text in every language, with its values', () => {
  const error = {
    code: 'bad_password',
    message: 'a password has 8 to 128 characters; this one has 5',
    values: ['8', '128', '5'],
  } as const;
  for (const [messages, text] of [
    [MESSAGES.en, 'A password has 8 to 128 characters; this one has 5.'],
    [MESSAGES.de, 'Ein Passwort hat 8 bis 128 Zeichen; dieses hat 5.'],
    [MESSAGES.fr, 'Un mot de passe a de 8 à 128 caractères ; celui-ci en a 5.'],
  ] as const) {
    expect(errorText(messages, error).replaceAll(/\s/g, ' ')).toBe(text);
  }
});

test('limits are in units that people read, and castling in words', () => {
  const tooLarge = { code: 'too_large', message: '', values: ['1048576'] } as const;
  const castling = { code: 'bad_castling', message: '', values: ['white', 'O-O-O'] } as const;
  for (const [messages, size, side] of [
    [MESSAGES.en, '1 MB', 'queenside'],
    [MESSAGES.de, '1 MB', 'lang'],
    [MESSAGES.fr, '1 Mo', 'grand roque'],
  ] as const) {
    expect(errorText(messages, tooLarge).replaceAll(/\s/g, ' ')).toContain(size);
    expect(errorText(messages, castling)).toContain(side);
  }
});

test('hints decline the names of pieces', () => {
  expect(MESSAGES.en.hintPiece('knight', 'f3')).toBe('Look at the knight on f3.');
  expect(MESSAGES.de.hintPiece('knight', 'f3')).toBe('Achte auf den Springer auf f3.');
  expect(MESSAGES.de.hintPiece('pawn', 'e4')).toBe('Achte auf den Bauern auf e4.');
  expect(MESSAGES.de.hintPiece('queen', 'd1')).toBe('Achte auf die Dame auf d1.');
  expect(MESSAGES.fr.hintPiece('rook', 'a1')).toBe('Regardez la tour en a1.');
});

test('a reason that only the server knows is quoted in every language', () => {
  for (const code of ['bad_import', 'bad_fen'] as const) {
    const error = { code, message: '1:7: expected a move', values: [] };
    const texts = Object.values(MESSAGES).map((messages) => errorText(messages, error));
    for (const text of texts) expect(text).toContain('1:7: expected a move');
    expect(new Set(texts).size).toBe(texts.length);
  }
});

test('an error that is newer than this app is named by its code, not in the server’s English', () => {
  const unknown = { code: 'toString' as ErrorCode, message: 'it is late', values: [] };
  for (const messages of Object.values(MESSAGES)) {
    expect(errorText(messages, unknown)).toContain('(toString)');
    expect(errorText(messages, unknown)).not.toContain('late');
  }
});

test('errors that do not come from the server have their own texts', () => {
  const gone = { code: 'unreachable', message: '', values: [] } as const;
  const odd = { code: 'unreadable', message: '502 Bad Gateway', values: [] } as const;
  for (const messages of Object.values(MESSAGES)) {
    expect(errorText(messages, gone)).toBe(messages.unreachable);
    expect(errorText(messages, odd)).toContain('502 Bad Gateway');
  }
});
