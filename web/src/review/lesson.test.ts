import { expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import type { Judgment } from '../wire/Judgment';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { MESSAGES } from '../i18n/all';
import {
  beginLesson,
  countExercises,
  hinted,
  evaluated,
  nextExercise,
  shown,
  exerciseAfter,
  exerciseAt,
  exerciseOf,
  exercisesOf,
  hidesAnswer,
  lessonSides,
  openLine,
  tried,
  evaluationFailed,
  type Lesson,
  type Exercise,
} from './lesson';
import type { LoadedReview } from './loadedReview';
import type { JudgedMove } from './moments';

const TASK: Exercise = {
  ply: 2,
  number: '2.',
  played: { uci: 'g2g4', san: 'g4' },
  best: { uci: 'd2d4', san: 'd4' },
  line: [{ uci: 'd2d4', san: 'd4' }],
  judgment: 'blunder',
  percent: 60,
};
const other = { uci: 'b1c3', san: 'Nc3' };
const begun = (side: Side = 'white'): Lesson => beginLesson(side, [TASK]);

test('the best move solves an exercise, and the move of the game does not', () => {
  const best = tried(begun(), TASK.best);
  expect([best.state, best.found]).toEqual([{ type: 'found', move: TASK.best, isBest: true }, 1]);
  const same = tried(begun(), TASK.played);
  expect(same.state).toEqual({ type: 'looking', wrong: { san: 'g4', isPlayed: true } });
  expect(same.found).toBe(0);
});

test('another move is good when it costs its side next to nothing', () => {
  for (const [side, percent, solves] of [
    ['white', 60, true],
    ['white', 55.1, true],
    ['white', 55, false],
    ['white', 80, true],
    ['white', 10, false],
    ['black', 60, true],
    ['black', 64.9, true],
    ['black', 65, false],
    ['black', 10, true],
  ] as const) {
    const asked = tried(begun(side), other);
    expect(asked.state.type).toBe('checking');
    const answered = evaluated(asked, percent);
    expect(answered.state.type === 'found', `${side} ${percent}`).toBe(solves);
    expect(answered.found, `${side} ${percent}`).toBe(solves ? 1 : 0);
  }
});

test('while the engine checks a move nothing else is tried, and an error loses nothing', () => {
  const asked = tried(begun(), other);
  expect(tried(asked, TASK.best)).toBe(asked);
  expect(shown(asked)).toBe(asked);
  expect(hinted(asked)).toBe(asked);
  expect(evaluationFailed(asked)).toEqual(begun());
  expect(evaluated(begun(), 60), 'nobody asked').toEqual(begun());
});

test('hints come in three steps and start over with the next exercise', () => {
  let lesson = beginLesson('white', [TASK, TASK]);
  const steps = [1, 2, 3, 3].map(() => (lesson = hinted(lesson)).hint);
  expect(steps).toEqual([1, 2, 3, 3]);
  lesson = nextExercise(shown(lesson));
  expect([lesson.hint, lesson.at, lesson.state.type, lesson.found]).toEqual([0, 1, 'looking', 0]);
  lesson = nextExercise(tried(lesson, TASK.best));
  expect([exerciseOf(lesson), lesson.found]).toEqual([null, 1]);
});

test('a move that hints have revealed is not counted as found', () => {
  for (const [hints, found] of [
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 0],
  ] as const) {
    let lesson = begun();
    for (let hint = 0; hint < hints; hint += 1) lesson = hinted(lesson);
    const another = evaluated(tried(lesson, other), TASK.percent);
    expect(another.found, `another move after ${hints} hints`).toBe(1);
    lesson = tried(lesson, TASK.best);
    expect([lesson.state.type, lesson.found], `${hints} hints`).toEqual(['found', found]);
  }
});

test('the exercises are a side’s mistakes and blunders for which something better is known', () => {
  const moves = ['a', 'b', 'c', 'd', 'e'].map((san) => ({ uci: san, san }));
  const judgments: (Judgment | null)[] = ['mistake', 'blunder', 'inaccuracy', null, 'blunder'];
  const position = (ply: number, uci: string) => ({
    ply,
    value: { type: 'centipawns', amount: 0 } as const,
    win_percent: 50,
    depth: 1,
    line: [{ uci, san: uci }],
  });
  const view = { start_fen: '8/8/8/8/8/8/8/8 w - - 0 1', moves } as unknown as GameView;
  const loaded = {
    positions: new Map(['x', 'x', 'x', 'x', 'e'].map((uci, ply) => [ply, position(ply, uci)])),
    report: { moves: judgments.map((judgment) => ({ judgment })) },
  } as unknown as LoadedReview;
  const plies = (side: Side): number[] => exercisesOf(view, loaded, side).map(({ ply }) => ply);
  expect(plies('white'), 'the last one was the best move').toEqual([0]);
  expect(plies('black')).toEqual([1]);
  const retried = [1, 2, 4].map((ply) => exerciseAt(view, loaded, ply)?.ply ?? null);
  expect(retried, 'any bad move can be tried again').toEqual([1, 2, null]);
});

test('a computer’s mistakes are offered only where no person has played', () => {
  const person = { name: null, player: { type: 'person' } };
  const engine = { name: null, player: { type: 'engine', strength: { type: 'easy' } } };
  const external = { name: null, player: { type: 'external', name: 'Engine' } };
  for (const [white, black, sides] of [
    [person, engine, ['white']],
    [external, person, ['black']],
    [person, person, ['white', 'black']],
    [engine, external, ['white', 'black']],
  ] as const) {
    expect(lessonSides({ seats: { white, black } } as unknown as GameView, 'spectator')).toEqual(
      sides,
    );
  }
});

test('whoever played is offered the own mistakes alone, one key moment after the other', () => {
  const person = { name: null, player: { type: 'person' } };
  const moves = ['a', 'b', 'c', 'd', 'e'].map((uci) => ({ uci, san: uci }));
  const view = {
    start_fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    seats: { white: person, black: person },
    moves,
  } as unknown as GameView;
  expect(lessonSides(view, 'black')).toEqual(['black']);
  const position = (ply: number): unknown => ({ ply, line: [TASK.best], win_percent: 50 });
  const loaded = {
    positions: new Map(moves.map((_, ply) => [ply, position(ply)])),
    report: { moves: moves.map(() => ({ judgment: 'mistake' })) },
  } as unknown as LoadedReview;
  const moments = [0, 1, 2, 3].map((index) => ({
    index,
    side: index % 2 === 0 ? 'white' : 'black',
  })) as JudgedMove[];
  const next = (you: Viewer, ply: number): number | null =>
    exerciseAfter(view, loaded, moments, { you, ply })?.ply ?? null;
  expect([next('white', 0), next('black', 0), next('spectator', 0)]).toEqual([2, 1, 1]);
  expect([next('white', 2), next('black', 1), next('black', 3)]).toEqual([null, 3, null]);
});

test('the better move is hidden from whoever may find it, until it is found or shown', () => {
  const moves = ['a', 'b', 'c', 'd', 'e'].map((uci) => ({ uci, san: uci }));
  const judgments: (Judgment | null)[] = ['blunder', 'mistake', 'inaccuracy', null, 'blunder'];
  const view = { start_fen: '8/8/8/8/8/8/8/8 w - - 0 1', moves } as unknown as GameView;
  // The last move was the best.
  const best = ['x', 'x', 'x', 'x', 'e', 'x'];
  const loaded = {
    positions: new Map(best.map((uci, ply) => [ply, { ply, line: [{ uci, san: uci }] }])),
    report: { moves: judgments.map((judgment) => ({ judgment })) },
  } as unknown as LoadedReview;
  const hidden = (you: Viewer, ...revealed: number[]): number[] =>
    moves
      .map((_, index) => index)
      .filter((index) => hidesAnswer(view, loaded, index, { you, revealed: new Set(revealed) }));
  expect(hidden('white')).toEqual([0, 2]);
  expect(hidden('black')).toEqual([1]);
  expect(hidden('spectator')).toEqual([]);
  expect(hidden('white', 0)).toEqual([2]);
});

test('a line that the game followed ends before a move that is still to be found', () => {
  const named = (names: string): { uci: string; san: string }[] =>
    names.split('').map((uci) => ({ uci, san: uci }));
  const moves = named('abcdef');
  for (const [ply, line, hidden, open] of [
    // White went wrong with its second move.
    [2, 'xyz', [2], ''],
    [1, 'bxy', [2], 'b'],
    [0, 'abxy', [2], 'ab'],
    // The line leaves the game before, or nothing is hidden any more.
    [0, 'axxy', [2], 'axxy'],
    [1, 'xyz', [2], 'xyz'],
    [0, 'abxy', [], 'abxy'],
    // The game is shorter than the line.
    [4, 'efgh', [6], 'ef'],
    [4, 'efgh', [7], 'efgh'],
  ] as const) {
    const shown = openLine(moves, ply, named(line), (index) => hidden.some((it) => it === index));
    expect(shown.map(({ san }) => san).join(''), `${line} after ${ply}`).toBe(open);
  }
});

test('the words of a lesson say what is counted', () => {
  const mistake = { ...TASK, judgment: 'mistake' } as const;
  for (const [exercises, english, german, french] of [
    [[TASK], 'White: 1 blunder', 'Weiß: 1 grober Patzer', 'Blancs\u00a0: 1 gaffe'],
    [[mistake], 'White: 1 mistake', 'Weiß: 1 Fehler', 'Blancs\u00a0: 1 erreur'],
    [
      [mistake, TASK, mistake, TASK],
      'White: 2 mistakes and 2 blunders',
      'Weiß: 2 Fehler und 2 grobe Patzer',
      'Blancs\u00a0: 2 erreurs et 2 gaffes',
    ],
  ] as const) {
    const texts = [MESSAGES.en, MESSAGES.de, MESSAGES.fr].map(({ side, analysis }) =>
      analysis.mistakesOf(side('white'), countExercises(exercises)),
    );
    expect(texts).toEqual([english, german, french]);
  }
});
