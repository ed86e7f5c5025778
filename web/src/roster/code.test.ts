import { expect, test } from 'vitest';

import { formatCode, isComplete } from './code';

test.each([
  ['', '', false],
  ['cd', 'CD', false],
  ['cdfg', 'CDFG', false],
  ['cdfg2', 'CDFG-2', false],
  ['cdfg-2345', 'CDFG-2345', true],
  [' c d f g 2 3 4 5 6', 'CDFG-2345', true],
])('%j is shown as %j', (typed, shown, complete) => {
  expect(formatCode(typed)).toBe(shown);
  expect(isComplete(typed)).toBe(complete);
});
