import { expect, test } from 'vitest';

import { sizeAfterDrag, sizeAfterKey } from './boardSize';

test('keys change the size of the board within its limits', () => {
  for (const [key, before, after] of [
    ['ArrowRight', 80, 82],
    ['ArrowUp', 80, 82],
    ['ArrowLeft', 80, 78],
    ['ArrowDown', 80, 78],
    ['PageUp', 80, 90],
    ['PageDown', 80, 70],
    ['Home', 80, 60],
    ['End', 80, 100],
    ['ArrowRight', 99, 100],
    ['ArrowLeft', 61, 60],
    ['Enter', 80, null],
  ] as const) {
    expect(sizeAfterKey(key, before), `${key} at ${before}`).toBe(after);
  }
});

test('the corner of the board follows the pointer along the diagonal', () => {
  const drag = { x: 900, y: 800, width: 800, percent: 100 };
  for (const [x, y, after] of [
    [900, 800, 100],
    [740, 640, 80],
    // Straight to the left is half of the diagonal.
    [740, 800, 90],
    [100, 0, 60],
    [1200, 1100, 100],
  ] as const) {
    expect(sizeAfterDrag(drag, x, y), `${x}, ${y}`).toBe(after);
  }
  // A board of 80 % that is dragged by 80 of its 640 pixels.
  expect(sizeAfterDrag({ x: 0, y: 0, width: 640, percent: 80 }, 80, 80)).toBe(90);
});
