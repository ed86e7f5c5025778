import { expect, test } from 'vitest';

import { pieceSets, styleSheet } from './sprite';

/** The picture in a style sheet. */
function pictureOf(css: string): string {
  const [, text = ''] = /url\('data:image\/svg\+xml,([^']+)'\)/.exec(css) ?? [];
  return decodeURIComponent(text).replaceAll("'", '"');
}

test.each(Object.keys(pieceSets))(
  'the set %s is one picture with a place for each piece',
  (name) => {
    const drawings = pieceSets[name]?.() ?? [];
    const css = styleSheet(drawings);
    expect(css.match(/url\(/g)).toHaveLength(1);
    expect(css).toContain('.cg-wrap piece.white.pawn{background-position:0% 0%}');
    expect(css).toContain('.cg-wrap piece.black.king{background-position:100% 100%}');
    const picture = pictureOf(css);
    expect(picture.match(/<svg x=/g)).toHaveLength(12);
    expect(picture).not.toContain('undefined');
    // What is drawn stays as it is, down to the last path.
    const count = (text: string): number => text.match(/<(path|circle|rect|g)\b/g)?.length ?? 0;
    expect(count(picture)).toBe(drawings.reduce((sum, { svg }) => sum + count(svg), 0));
  },
);

test('a drawing without a view box has that of its size', () => {
  const set = (pieceSets['flat']?.() ?? []).map((one) => ({
    ...one,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="45" height="45"><path d="M0 0"/></svg>',
  }));
  const first =
    '<svg x="48" y="0" width="48" height="48" viewBox="0 0 45 45"><path d="M0 0"/></svg>';
  expect(pictureOf(styleSheet(set))).toContain(first);
});

test('a set without one of the pieces ends the build', () => {
  const incomplete = (pieceSets['flat']?.() ?? []).filter(({ role }) => role !== 'rook');
  expect(() => styleSheet(incomplete)).toThrow('no white rook');
});
