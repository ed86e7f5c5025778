import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { lettersOf, localizeSan, spokenNotation, splitFigurines, splitMoves } from './notation';

test('moves are written with the letters of a language, in English or with figurines', () => {
  const { en, de, fr } = MESSAGES;
  for (const [messages, notation, moves] of [
    [en, 'local', 'Nbxd2+ e8=Q# O-O-O exd5 Rb1 Kb2'],
    [de, 'local', 'Sbxd2+ e8=D# O-O-O exd5 Tb1 Kb2'],
    [fr, 'local', 'Cbxd2+ e8=D# O-O-O exd5 Tb1 Rb2'],
    [de, 'english', 'Nbxd2+ e8=Q# O-O-O exd5 Rb1 Kb2'],
    [fr, 'figurines', '♞bxd2+ e8=♛# O-O-O exd5 ♜b1 ♚b2'],
  ] as const) {
    const letters = lettersOf(notation, messages.pieceLetters);
    expect(localizeSan('Nbxd2+ e8=Q# O-O-O exd5 Rb1 Kb2', letters)).toBe(moves);
  }
});

test('every language has one letter for each piece', () => {
  for (const messages of Object.values(MESSAGES)) {
    const roles = Object.values(messages.pieceLetters);
    expect(new Set(roles).size).toBe(roles.length);
    expect(roles.length).toBe(5);
  }
});

test('figurines are told apart from the rest, and spoken as the names of the pieces', () => {
  expect(splitFigurines('1. ♞f3 e5')).toEqual([
    { text: '1. ', role: null },
    { text: '♞', role: 'knight' },
    { text: 'f3 e5', role: null },
  ]);
  const { en, fr } = MESSAGES;
  expect(spokenNotation('1. ♞f3 e5', en.roleName)).toBe('1. knight f3 e5');
  expect(spokenNotation('♚b2', fr.roleName)).toBe('roi b2');
  expect(spokenNotation('1. Nf3', en.roleName)).toBe('1. Nf3');
});

test('a move with a figurine or a dash is one chunk, so that no line breaks in it', () => {
  const chunks = (text: string): [boolean, string][] =>
    splitMoves(text).map(({ isMove, parts }) => [isMove, parts.map((part) => part.text).join('')]);
  expect(chunks('1. ♞f3 e5 2. O-O-O, (♝xc4+)')).toEqual([
    [false, '1. '],
    [true, '♞f3'],
    [false, ' e5 2. '],
    [true, 'O-O-O,'],
    [false, ' '],
    [true, '(♝xc4+)'],
  ]);
  expect(chunks('')).toEqual([]);
});
