import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const CSS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Text of usual size wants 4.5 to 1, and edges of controls and focus rings 3 to 1 (WCAG 2.2). */
const TEXT = 4.5;
const SHAPE = 3;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function token(name: string, theme: 'light' | 'dark'): string {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(CSS);
  const color = found?.[theme === 'light' ? 1 : 2];
  if (color === undefined) throw new Error(`no color is called --${name}`);
  return color;
}

// req: B6
test('text and shapes stand out from what they are on, in both themes', () => {
  for (const [ink, ground, least] of [
    ['ink', 'paper', TEXT],
    ['ink', 'card', TEXT],
    ['ink', 'accent-soft', TEXT],
    ['ink-soft', 'paper', TEXT],
    ['ink-soft', 'card', TEXT],
    ['ink-soft', 'accent-soft', TEXT],
    ['accent', 'paper', TEXT],
    ['accent', 'card', TEXT],
    ['accent', 'accent-soft', TEXT],
    ['on-accent', 'accent', TEXT],
    ['danger', 'paper', TEXT],
    ['danger', 'card', TEXT],
    ['danger', 'accent-soft', TEXT],
    ['on-danger', 'danger', TEXT],
    ['inaccuracy', 'card', TEXT],
    ['inaccuracy', 'accent-soft', TEXT],
    ['mistake', 'card', TEXT],
    ['mistake', 'accent-soft', TEXT],
    ['on-notice', 'notice', TEXT],
    ['on-running', 'running', TEXT],
    ['on-low', 'low', TEXT],
    ['edge', 'card', SHAPE],
    ['edge', 'paper', SHAPE],
    ['focus', 'paper', SHAPE],
    ['focus', 'card', SHAPE],
  ] as const) {
    for (const theme of ['light', 'dark'] as const) {
      const seen = contrast(token(ink, theme), token(ground, theme));
      expect(seen, `${ink} on ${ground}, ${theme}`).toBeGreaterThanOrEqual(least);
    }
  }
});

test('coordinates can be read on every board', () => {
  const boards = [...CSS.matchAll(/\[data-board='(\w+)'\] \{([^}]*)\}/g)];
  expect(boards).toHaveLength(4);
  for (const [, board = '', body = ''] of boards) {
    for (const shade of ['light', 'dark']) {
      const color = (name: string): string =>
        new RegExp(`--${name}: (#\\w{6})`).exec(body)?.[1] ?? '';
      const seen = contrast(color(`coord-on-${shade}`), color(`square-${shade}`));
      expect(seen, `${board}, ${shade}`).toBeGreaterThanOrEqual(TEXT);
    }
  }
});
