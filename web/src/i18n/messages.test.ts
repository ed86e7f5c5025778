import { expect, test } from 'vitest';

import type { ErrorCode } from '../wire/ErrorCode';
import type { ErrorDetail } from '../wire/ErrorDetail';
import type { Reason } from '../wire/Reason';
import { MESSAGES, textsIn } from './all';
import { errorText } from './messages';

const { en } = MESSAGES;
const LANGUAGES = ['en', 'de', 'fr'] as const;

// req: A4, A5, A8, C2
test('the English texts are those of the requirements', () => {
  expect(en.inCheck('white')).toBe('White is in CHECK');
  expect(en.ended('stalemate', null)).toBe("Stalemate! It's a draw.");
  expect(en.thinking).toBe('AI is thinking…');
  expect(en.namesMissing).toBe('Please enter the player names');
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
  for (const language of LANGUAGES) {
    for (const [key, text] of fixedTexts(textsIn(language), language)) {
      expect(text.trim(), key).not.toBe('');
    }
  }
});

test('no text has an identifier of the code in it', () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of fixedTexts(textsIn(language), language)) {
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
  expect(MESSAGES.en.hintRole('knight')).toBe('Look for a knight move.');
  expect(MESSAGES.de.hintRole('pawn')).toBe('Suche einen Bauernzug.');
  expect(MESSAGES.de.hintRole('king')).toBe('Suche einen Königszug.');
  expect(MESSAGES.fr.hintRole('rook')).toBe('Cherchez un coup de tour.');
  expect(MESSAGES.en.hintPiece('knight', 'f3')).toBe('Look at the knight on f3.');
  expect(MESSAGES.de.hintPiece('knight', 'f3')).toBe('Achte auf den Springer auf f3.');
  expect(MESSAGES.de.hintPiece('pawn', 'e4')).toBe('Achte auf den Bauern auf e4.');
  expect(MESSAGES.de.hintPiece('queen', 'd1')).toBe('Achte auf die Dame auf d1.');
  expect(MESSAGES.fr.hintPiece('rook', 'a1')).toBe('Regardez la tour en a1.');
});

test('an error says in every language what exactly is wrong', () => {
  const message = 'English of the server';
  const rank = { type: 'position', error: { type: 'short_rank', text: '4k2/8' } } as const;
  const check = { type: 'position', error: { type: 'opponent_in_check', color: 'black' } } as const;
  const move = { type: 'illegal_move', text: 'Ke3' } as const;
  const game = { type: 'game', line: 1, column: 7, error: move } as const;
  const file = { type: 'file', error: { type: 'not_text' } } as const;
  for (const [code, detail, english, german, french] of [
    [
      'bad_fen',
      rank,
      'That isn’t a valid FEN. A rank in the FEN has fewer than 8 squares.',
      'Das ist keine gültige FEN. Eine Reihe in der FEN hat weniger als 8 Felder.',
      'Cette FEN n’est pas valide. Une rangée de la FEN a moins de 8 cases.',
    ],
    [
      'bad_check',
      check,
      'Black is in check, but it is White’s turn.',
      'Schwarz steht im Schach, aber Weiß ist am Zug.',
      'Les Noirs sont en échec, mais le trait est aux Blancs.',
    ],
    [
      'bad_import',
      game,
      'That can’t be read. Line 1, column 7: Ke3 isn’t legal here.',
      'Das lässt sich nicht lesen. Zeile 1, Spalte 7: Ke3 ist hier nicht möglich.',
      'C’est illisible. Ligne 1, colonne 7 : Ke3 n’est pas un coup légal ici.',
    ],
    [
      'bad_import',
      file,
      'That can’t be read. That is not a text file.',
      'Das lässt sich nicht lesen. Das ist keine Textdatei.',
      'C’est illisible. Ce n’est pas un fichier texte.',
    ],
  ] as const) {
    const error = { code, message, values: [], detail };
    const texts = [MESSAGES.en, MESSAGES.de, MESSAGES.fr].map((messages) =>
      errorText(messages, error).replaceAll(/\s/g, ' '),
    );
    expect(texts).toEqual([english, german, french]);
  }
});

test('a detail that is newer than this app leaves the text of its code', () => {
  const detail = { type: 'position', error: { type: 'toString' } } as unknown as ErrorDetail;
  const error = { code: 'bad_fen', message: 'it is late', values: [], detail } as const;
  for (const messages of Object.values(MESSAGES)) {
    expect(errorText(messages, error)).toBe(messages.errors.bad_fen);
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
