import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { choicesField } from '../settings/settings';
import { firstStep, hintMarks, hintText, nextStep } from './hint';
import { placementOf } from './placement';
import { againstComputer, passAndPlay, namesMissing, timeOf, withInvitation } from './setup';
import { character, describeMove, describeSquare, subjectOf } from './descriptions';

const { en, de } = MESSAGES;
const START = placementOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
const choices = choicesField(undefined);
const never = (): number => 0;

test('squares and moves are put into words', () => {
  expect(describeSquare(en, START, 'e2')).toBe('e2, white pawn');
  expect(describeSquare(de, START, 'd8')).toBe('d8, schwarze Dame');
  expect(describeSquare(en, START, 'e4')).toBe('e4, empty');
  for (const [fen, uci, san, said] of [
    ['8/8/8/8/8/8/4P3/8 w', 'e2e4', 'e4', 'white pawn, e2 to e4'],
    ['8/8/8/8/8/5p2/4P3/8 w', 'e2f3', 'exf3+', 'white pawn on e2 takes black pawn on f3, check'],
    ['8/8/8/3pP3/8/8/8/8 w', 'e5d6', 'exd6', 'white pawn on e5 takes black pawn on d6'],
    ['8/8/8/8/8/8/8/4K2R w', 'e1g1', 'O-O', 'White castles kingside'],
    [
      '8/P7/8/8/8/8/8/8 w',
      'a7a8q',
      'a8=Q#',
      'white pawn, a7 to a8, promotes to a queen, checkmate',
    ],
  ] as const) {
    expect(describeMove(en, placementOf(fen), { uci, san })).toBe(said);
  }
});

test('moves have the right cases in German', () => {
  for (const [fen, uci, san, said] of [
    ['8/8/8/8/8/8/8/6N1 w', 'g1f3', 'Nf3', 'weißer Springer von g1 nach f3'],
    [
      '8/8/8/8/8/5p2/4P3/8 w',
      'e2f3',
      'exf3',
      'weißer Bauer von e2 schlägt schwarzen Bauern auf f3',
    ],
    ['3q4/8/8/8/8/8/8/3R4 w', 'd1d8', 'Rxd8', 'weißer Turm von d1 schlägt schwarze Dame auf d8'],
    [
      '8/P7/8/8/8/8/8/8 w',
      'a7a8r',
      'a8=R',
      'weißer Bauer von a7 nach a8, Umwandlung in einen Turm',
    ],
  ] as const) {
    expect(describeMove(de, placementOf(fen), { uci, san })).toBe(said);
  }
  expect(de.putPiece(de.pieceObject('white', 'pawn'))).toBe('weißen Bauern setzen');
});

// req: B5
test('a hint names the kind of piece, then the piece, then the move', () => {
  const one = firstStep({ version: 1, play: { uci: 'g1f3', san: 'Nf3' } });
  const two = nextStep(one);
  const three = nextStep(two);
  expect([one, two, three].map((step) => hintText(en, START, step, (san) => san))).toEqual([
    'Look for a knight move.',
    'Look at the knight on g1.',
    'The engine suggests Nf3.',
  ]);
  expect([one, two, three].map(hintMarks)).toEqual([
    { squares: [], arrows: [] },
    { squares: ['g1'], arrows: [] },
    { squares: [], arrows: [['g1', 'f3']] },
  ]);
});

test('players are you, a name, or a color where there is no name', () => {
  const person = { type: 'person' } as const;
  const engine = { type: 'engine', strength: { type: 'easy' } } as const;
  const ann = { type: 'name', name: 'Ann' };
  for (const [name, player, you, subject] of [
    ['Ann', person, 'black', ann],
    ['Ann', person, 'both', ann],
    ['Ann', person, 'white', { type: 'you' }],
    [null, person, 'spectator', { type: 'side', side: 'white' }],
    ['White', person, 'both', { type: 'side', side: 'white' }],
    [null, engine, 'black', { type: 'name', name: 'Computer (Easy)' }],
  ] as const) {
    const seats = { white: { name, player }, black: { name: null, player: person } };
    expect(subjectOf(en, { seats }, 'white', you), `${name} for ${you}`).toEqual(subject);
  }
});

test('every rating has a character', () => {
  expect([400, 450, 2800, 2850].map((rating) => character(en, rating)[0])).toEqual([
    'Pip',
    'Pip',
    'Vesper',
    'Tabiya',
  ]);
});

// req: A1
test('choices become a new game', () => {
  const game = againstComputer(en, { ...choices, side: 'black', preset: 'hard' }, never);
  expect(game.seats.white.player).toEqual({ type: 'engine', strength: { type: 'hard' } });
  expect(game.seats.black.player).toEqual({ type: 'person' });
  expect(game.seats.white.name).toBe('Computer (Hard)');
  expect(againstComputer(en, { ...choices, start: 'chess960' }, () => 0.5).start).toEqual({
    type: 'chess960',
    number: 480,
  });
  expect(withInvitation({ ...choices, side: 'random' }, never).seats.black.player.type).toBe(
    'open',
  );
});

// req: C2
test('pass and play needs both names', () => {
  expect([namesMissing('', 'B'), namesMissing('A', ' '), namesMissing('A', 'B')]).toEqual([
    true,
    true,
    false,
  ]);
  const game = passAndPlay({ ...choices, white: ' Ada ', black: 'Bo' }, never);
  expect([game.seats.white.name, game.shared]).toEqual(['Ada', true]);
});

// req: B4
test('a clock has some time', () => {
  const clock = { on: true, minutes: 0, bonus: 'none', seconds: 0 } as const;
  expect(timeOf(clock)?.base_ms).toBe(60_000);
  expect(timeOf({ ...clock, on: false })).toBeNull();
  expect(timeOf({ ...clock, minutes: 3, bonus: 'delay', seconds: 2 })).toEqual({
    base_ms: 180_000,
    bonus: { type: 'delay', ms: 2000 },
  });
});
