/** The glyphs that people write behind moves, by the numbers that PGN has for them. */

/** What is thought of a move: one of these at most. */
export const MOVE_GLYPHS = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
} as const;

/** What is thought of the position after it, and what else has a sign of its own. */
const OTHER_GLYPHS = {
  7: '□',
  10: '=',
  13: '∞',
  // The plus over an equals sign is missing in many fonts, so it is moveText out.
  14: '+/=',
  15: '=/+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  23: '⨀',
  146: 'N',
} as const;

/** A number that has a glyph; there are many more, which are kept and not shown. */
export type Nag = MoveNag | keyof typeof OTHER_GLYPHS;
type MoveNag = keyof typeof MOVE_GLYPHS;

const GLYPHS: Readonly<Record<Nag, string>> = { ...MOVE_GLYPHS, ...OTHER_GLYPHS };

/** The numbers that are chosen from beside a move. */
export const MOVE_NAGS: readonly MoveNag[] = [1, 2, 3, 4, 5, 6];

const isOfMove = (nag: number): boolean => nag in MOVE_GLYPHS;

/** Those that are shown, first what is thought of the move. */
export function shownNags(nags: readonly number[]): Nag[] {
  const shown = nags.filter((nag): nag is Nag => nag in GLYPHS);
  return [...shown.filter(isOfMove), ...shown.filter((nag) => !isOfMove(nag))];
}

/** The glyphs as they stand behind a move: the first right behind it if it is about the move. */
export function glyphText(nags: readonly number[]): string {
  return shownNags(nags)
    .map((nag, index) => (index === 0 && isOfMove(nag) ? GLYPHS[nag] : `\u00a0${GLYPHS[nag]}`))
    .join('');
}

/** The numbers with one more or without it. What is thought of a move replaces what was thought. */
export function toggled(nags: readonly number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((other) => other !== nag);
  const kept = isOfMove(nag) ? nags.filter((other) => !isOfMove(other)) : nags;
  return [...kept, nag];
}
