/** Turns the card into a picture in the browser, and knows what the browser can do with it. */
import type { Piece } from '../game/placement';
import { CARD_HEIGHT, CARD_WIDTH } from './card';
import type { Font, MeasureText } from './text';

const FILES: Readonly<Record<string, string>> = import.meta.glob('../theme/pieces/flat/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The flat pieces, which were drawn for Tabiya. */
export function drawingOf({ color, role }: Piece): string {
  return FILES[`../theme/pieces/flat/${color}-${role}.svg`] ?? '';
}

/** Pixels of the picture for one of the card: chats show it on sharp screens. */
const SCALE = 2;

/** Measures as the browser writes. */
export function textMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  return (text, { size, weight = 400 }: Font) => {
    if (context === null) return text.length * size * 0.55;
    context.font = `${weight} ${size}px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif`;
    return context.measureText(text).width;
  };
}

/** The card as an address that an image can show. */
export function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The card as PNG; `null` where the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image(CARD_WIDTH, CARD_HEIGHT);
  image.src = addressOf(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [CARD_WIDTH * SCALE, CARD_HEIGHT * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Whether the browser hands files to other apps. */
export function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Hands the picture to another app. Closing the menu of the system without a choice is no failure. */
export async function sharePicture(file: File): Promise<'shared' | 'canceled' | 'failed'> {
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'canceled' : 'failed';
  }
}

export const canCopy = (): boolean =>
  typeof ClipboardItem !== 'undefined' && typeof navigator.clipboard?.write === 'function';

/** Copies the picture; false if the browser does not allow it. */
export async function copyPicture(png: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}
