import { expect, test } from 'vitest';

import type { BackupErrorKind } from '../wire/BackupErrorKind';
import type { FenErrorKind } from '../wire/FenErrorKind';
import type { FileErrorKind } from '../wire/FileErrorKind';
import type { ImportErrorKind } from '../wire/ImportErrorKind';
import { kindText, type KindTexts } from './kinds';
import { MESSAGES } from './all';
import { importErrorText, type Messages } from './messages';
import type { ServerMessages } from './server/en';
import { SERVER_MESSAGES } from './server/messages';

/** The values of every kind: a new kind does not compile until it is here. */
type Samples<K extends { type: string }> = {
  readonly [T in K['type']]: Omit<Extract<K, { type: T }>, 'type'>;
};

const [text, name, limit, reason, path] = ['Qz9', 'White', 8192, 'os error 28', '/data/library.db'];
const position = { error: { type: 'kings', color: 'white', count: 2 } } as const;

const FEN: Samples<FenErrorKind> = {
  no_board: {},
  no_turn: {},
  too_many_ranks: { text },
  too_few_ranks: { text },
  long_rank: { text },
  short_rank: { text },
  two_digits: { text },
  unknown_piece: { text },
  bad_turn: { text },
  bad_castling_field: { text },
  bad_en_passant_field: { text },
  bad_counter: { text },
  too_long: { text },
  kings: { color: 'black', count: 0 },
  pawn_on_back_rank: { square: 'a8' },
  too_many_pieces: { color: 'white' },
  opponent_in_check: { color: 'white' },
  too_many_checkers: { count: 3 },
  castling_right: { color: 'black', kingside: true },
  en_passant: { square: 'e3' },
};

const IMPORT: Samples<ImportErrorKind> = {
  no_game: {},
  position,
  impossible_right: position,
  malformed_tag: { text },
  unclosed_tag: { name },
  unescaped_quote: { name },
  too_many_tags: { limit },
  tag_too_long: { limit },
  unknown_variant: { name: 'Atomic' },
  not_move: { text },
  illegal_move: { text: 'Ke3' },
  ambiguous_move: { text: 'Nd2' },
  promotion_missing: { text: 'e8' },
  null_move_in_check: { text: '--' },
  drop: { text: 'N@f3' },
  unclosed_comment: {},
  comment_too_long: { limit },
  unclosed_variation: {},
  unopened_variation: {},
  variation_without_move: {},
  empty_variation: {},
  variation_too_deep: { limit },
  bad_nag: { text: '$999' },
  nag_without_move: { text: '!' },
  result_in_variation: { result: '1-0' },
  no_result: {},
  results_differ: { tag: '1-0', result: '1/2-1/2' },
  result_contradicts_position: { result: '1-0', ending: 'stalemate' },
  unexpected: { text: '<' },
  too_many_plies: { limit },
  game_too_long: { limit },
  too_many_games: { limit },
  too_many_errors: { limit },
  bad_entry: { reason },
  off_board: { row: 8, column: 0 },
  square_taken: { square: 'e4' },
  bad_date: { text },
  bad_move_number: { number: 0 },
  duplicate_id: { id: 7 },
  bad_winner: { name: 'Nobody' },
  unplayable: { reason },
};

const FILE: Samples<FileErrorKind> = {
  no_game: {},
  unreadable: { reason },
  not_text: {},
  too_large: { limit },
  not_club_file: { reason },
  game_too_large: {},
};

const BACKUP: Samples<BackupErrorKind> = {
  library_unreadable: { path, reason },
  not_library: { path },
  newer_library: { path },
  library_damaged: { path, reason },
  library_replaced: { path },
  unwritable: { path, reason },
  exists: { path },
  running: { path },
  busy: {},
  database: { reason },
  copy_damaged: { reason },
  no_thread: { reason },
  internal: {},
};

type Group = 'positions' | 'importErrors' | 'fileErrors' | 'backupErrors';
const GROUPS: readonly (readonly [Group, Record<string, object>])[] = [
  ['positions', FEN],
  ['importErrors', IMPORT],
  ['fileErrors', FILE],
  ['backupErrors', BACKUP],
];
type Language = keyof typeof MESSAGES;
const LANGUAGES = Object.keys(MESSAGES) as Language[];
const textsOf = (
  language: Language,
): Pick<Messages, Exclude<Group, 'backupErrors'>> & Pick<ServerMessages, 'backupErrors'> => ({
  ...MESSAGES[language],
  ...SERVER_MESSAGES[language],
});
const textOf = (language: Language, group: Group, type: string, values: object): string =>
  kindText(textsOf(language)[group] as KindTexts<{ type: string }>, { type, ...values }) ?? '';

test('every kind of error has a sentence of its own in every language', () => {
  for (const [group, samples] of GROUPS) {
    for (const [type, values] of Object.entries(samples)) {
      const texts = LANGUAGES.map((language) => textOf(language, group, type, values));
      expect(new Set(texts).size, `${group}.${type}: ${texts.join(' ')}`).toBe(texts.length);
      for (const sentence of texts) {
        expect(sentence).toMatch(/\.$/);
        expect(sentence).not.toMatch(/undefined|NaN|\[object|[a-z]_[a-z]/);
      }
    }
  }
});

test('a sentence has the values of its kind', () => {
  for (const language of LANGUAGES) {
    for (const [group, samples] of GROUPS) {
      for (const [type, values] of Object.entries(samples)) {
        const sentence = textOf(language, group, type, values);
        for (const [key, value] of Object.entries(values) as [string, unknown][]) {
          const isShown = ['path', 'reason', 'square', 'name', 'row'].includes(key);
          if (isShown) expect(sentence, type).toContain(String(value));
        }
      }
    }
  }
});

test('a German page has German reasons', () => {
  const { de } = MESSAGES;
  expect(importErrorText(de, { type: 'illegal_move', text: 'Ke3' })).toBe(
    'Ke3 ist hier nicht möglich.',
  );
  expect(
    importErrorText(de, {
      type: 'result_contradicts_position',
      result: '1-0',
      ending: 'stalemate',
    }),
  ).toBe('Das Ergebnis ist 1–0, aber die Schlussstellung ist patt.');
  expect(textOf('de', 'backupErrors', 'unwritable', { path: '/b', reason: 'os error 28' })).toBe(
    '/b lässt sich nicht schreiben (os error 28).',
  );
});

test('a kind that is newer than this app is named, not in the server’s English', () => {
  const kind = { type: 'toString' } as unknown as ImportErrorKind;
  for (const messages of Object.values(MESSAGES)) {
    expect(importErrorText(messages, kind)).toContain('(toString)');
  }
});
