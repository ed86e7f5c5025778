import { expect, test } from 'vitest';

import type { SimulBoardView } from '../wire/SimulBoardView';
import { inOrder, isTurnOf, nextWaiting, scoreOf, scoreText, withBoard } from './boards';

const PLAYING = { type: 'playing' } as const;

function over(winner: 'white' | 'black' | null, reason: 'resignation' | 'aborted' = 'resignation') {
  return { type: 'over', winner, reason, result: '*', message: '', next: null } as const;
}

/** A board on which the exhibitor has White. */
function board(
  number: number,
  turn: 'white' | 'black',
  status: SimulBoardView['status'] = PLAYING,
): SimulBoardView {
  const clocks = { remaining_ms: { white: null, black: null }, running: null };
  return {
    number,
    turn,
    status,
    clocks,
    game: `game${number}`,
    opponent: `Player ${number}`,
    color: 'white',
    version: 3,
    fen: '',
    check: false,
    plies: 2,
    last_move: null,
  };
}

const BOARDS = [
  board(1, 'black'),
  board(2, 'white'),
  board(3, 'white', over('white')),
  board(4, 'black', over('black')),
  board(5, 'white'),
  board(6, 'white', over(null)),
  board(7, 'white', over(null, 'aborted')),
];

test('the score is the exhibitor’s, and aborted games do not count', () => {
  expect(scoreOf(BOARDS)).toEqual({ wins: 1, draws: 1, losses: 1, running: 3 });
  expect(scoreText(scoreOf(BOARDS))).toBe('+1 =1 −1');
});

test('boards that wait come first', () => {
  expect(inOrder(BOARDS).map(({ number }) => number)).toEqual([2, 5, 1, 3, 4, 6, 7]);
});

test.each([
  ['the exhibitor', { exhibitor: true, board: null }, [2, 5]],
  ['the opponent at board 1', { exhibitor: false, board: 1 }, [1]],
  ['the opponent at board 2', { exhibitor: false, board: 2 }, []],
  ['the opponent at board 4, which is over', { exhibitor: false, board: 4 }, []],
  ['a spectator', { exhibitor: false, board: null }, []],
])('it is the turn of %s', (_, caller, numbers) => {
  expect(BOARDS.filter((board) => isTurnOf(caller, board)).map(({ number }) => number)).toEqual(
    numbers,
  );
});

test('the exhibitor walks along the boards that wait', () => {
  expect(nextWaiting(BOARDS, null)).toBe(2);
  expect(nextWaiting(BOARDS, 2)).toBe(5);
  expect(nextWaiting(BOARDS, 5)).toBe(2);
  expect(nextWaiting(BOARDS, 1, -1)).toBe(5);
  expect(nextWaiting(BOARDS, 5, -1)).toBe(2);
  expect(nextWaiting([board(1, 'white')], 1)).toBeNull();
});

test('an older state of a board is dropped', () => {
  const caller = { exhibitor: true, board: null };
  const simul = {
    id: '',
    name: '',
    exhibitor: '',
    state: 'running',
    boards: BOARDS,
    caller,
  } as const;
  const newer = { ...board(2, 'black'), version: 4 };
  const after = withBoard({ ...simul, boards: BOARDS }, newer);
  expect(after.boards[1]).toBe(newer);
  expect(withBoard(after, board(2, 'white')).boards[1]).toBe(newer);
});
