/** Where the small board of a row goes: below the row, or above it where there is no room. */

/** The width and height of the board with its frame, and its distance from pointer and row, in pixels. */
const SIZE = 180;
const GAP = 6;
const FROM_POINTER = 20;

export interface Place {
  readonly left: number;
  readonly top: number;
}

interface Hovered {
  /** Where the pointer is. */
  readonly x: number;
  /** The upper and lower edge of the row. */
  readonly top: number;
  readonly bottom: number;
}

export function boardPlace(
  { x, top, bottom }: Hovered,
  { width, height }: { readonly width: number; readonly height: number },
): Place {
  const left = Math.min(x + FROM_POINTER, width - SIZE - GAP);
  const below = bottom + GAP;
  return { left: Math.max(GAP, left), top: below + SIZE <= height ? below : top - GAP - SIZE };
}
