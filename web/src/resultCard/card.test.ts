import { expect, test } from 'vitest';

import { placementOf } from '../game/placement';
import { resultCardSvg, type ResultCard } from './card';
import { escapeXml, fitted, wrapped, type MeasureText } from './text';

/** Every letter is ten wide. */
const measure: MeasureText = (text) => [...text].length * 10;
const FONT = { size: 20 };
const CARD: ResultCard = {
  white: { name: 'Ann <3 & "Bo"', score: '1' },
  black: { name: 'x'.repeat(80), score: '0' },
  end: 'Ann wins by checkmate',
  opening: 'C33 King’s Gambit',
  date: 'Jun 21, 1851',
  sentences: 'The game was even until move 18. Then 18… Bxg1?? hung the rook on a1.',
  rows: [['Accuracy', '92.4%', '81.0%']],
  pieces: placementOf('4k3/8/8/8/8/8/8/4K2R'),
  lastMove: ['h2', 'h1'],
  bottom: 'white',
};
const drawing = ({ color, role }: { color: string; role: string }): string =>
  `<svg xmlns="x" viewBox="0 0 48 48"><title>${color} ${role}</title></svg>\n`;

test('a card has the players, the result and the position', () => {
  const svg = resultCardSvg(CARD, drawing, measure);
  for (const words of [
    'Ann &lt;3 &amp; &quot;Bo&quot;',
    `${'x'.repeat(41)}…`,
    'Ann wins by checkmate',
    'C33 King’s Gambit',
    'Jun 21, 1851',
    '92.4%',
    'Accuracy',
    '81.0%',
    '<svg x="4" y="7" width="1" height="1" xmlns="x" viewBox="0 0 48 48"><title>white king',
    '<svg x="7" y="7" width="1" height="1" xmlns="x" viewBox="0 0 48 48"><title>white rook',
  ]) {
    expect(svg).toContain(words);
  }
  expect(svg.match(/fill-opacity/g), 'the squares of the last move').toHaveLength(2);
});

test('the board is turned to the side of the reader', () => {
  const svg = resultCardSvg({ ...CARD, bottom: 'black' }, drawing, measure);
  expect(svg).toContain(
    '<svg x="3" y="0" width="1" height="1" xmlns="x" viewBox="0 0 48 48"><title>white king',
  );
});

test('a text is cut where it is too wide, and never in the middle of a letter', () => {
  expect(fitted('Anderssen', 90, FONT, measure)).toBe('Anderssen');
  expect(fitted('Anderssen', 80, FONT, measure)).toBe('Anderss…');
  expect(fitted('Ann and Bo', 50, FONT, measure)).toBe('Ann…');
  expect(fitted('♞♞♞♞', 30, FONT, measure)).toBe('♞♞…');
});

test('sentences are broken into lines, and the last line says that there is more', () => {
  expect(wrapped('one two three four', 80, 4, FONT, measure)).toEqual(['one two', 'three', 'four']);
  expect(wrapped('one two three four', 80, 2, FONT, measure)).toEqual(['one two', 'three f…']);
  expect(wrapped('', 80, 2, FONT, measure)).toEqual([]);
});

test('whatever a name has in it, the document stays readable', () => {
  expect(escapeXml('a\u0000b\u0008<&>"\ud800é♞')).toBe('ab&lt;&amp;&gt;&quot;é♞');
});
