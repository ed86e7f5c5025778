import { expect, test } from 'vitest';

import { gridPosition, squareStyle } from './geometry';

test('squares are counted from the corner that is at the top left', () => {
  for (const [square, orientation, column, row] of [
    ['a8', 'white', 0, 0],
    ['h1', 'white', 7, 7],
    ['c7', 'white', 2, 1],
    ['h1', 'black', 0, 0],
    ['a8', 'black', 7, 7],
    ['c7', 'black', 5, 6],
  ] as const) {
    expect(gridPosition(square, orientation), `${square}, ${orientation}`).toEqual({ column, row });
  }
  expect(squareStyle('b7', 'white')).toBe('left: 12.5%; top: 12.5%');
});
