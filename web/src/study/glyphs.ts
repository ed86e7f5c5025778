/** The glyphs of moves and positions, by their numeric annotation glyph (NAG) in PGN. */

/** Judgments of a move, which has one at most. */
export const MOVE_GLYPHS = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
} as const;

/** Judgments of the position after it, and other glyphs. */
const OTHER_GLYPHS = {
  7: '□',
  10: '=',
  13: '∞',
  // The plus over an equals sign is missing in many fonts, so it is spelled out.
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

/** A NAG with a glyph; the many others are kept but not shown. */
export type Nag = MoveNag | keyof typeof OTHER_GLYPHS;
type MoveNag = keyof typeof MOVE_GLYPHS;

const GLYPHS: Readonly<Record<Nag, string>> = { ...MOVE_GLYPHS, ...OTHER_GLYPHS };

/** The NAGs that can be chosen for a move. */
export const MOVE_NAGS: readonly MoveNag[] = [1, 2, 3, 4, 5, 6];

const isOfMove = (nag: number): boolean => nag in MOVE_GLYPHS;

/** The NAGs that are shown, that of the move first. */
export function shownNags(nags: readonly number[]): Nag[] {
  const shown = nags.filter((nag): nag is Nag => nag in GLYPHS);
  return [...shown.filter(isOfMove), ...shown.filter((nag) => !isOfMove(nag))];
}

/** The glyphs as they follow a move: one about the move without a space. */
export function glyphText(nags: readonly number[]): string {
  return shownNags(nags)
    .map((nag, index) => (index === 0 && isOfMove(nag) ? GLYPHS[nag] : `\u00a0${GLYPHS[nag]}`))
    .join('');
}

/** Adds or removes a NAG. A judgment of the move replaces the one before. */
export function toggled(nags: readonly number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((other) => other !== nag);
  const kept = isOfMove(nag) ? nags.filter((other) => !isOfMove(other)) : nags;
  return [...kept, nag];
}
