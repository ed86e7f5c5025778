/** Text in an SVG document, which breaks no lines by itself. */

export interface Font {
  readonly size: number;
  readonly weight?: number;
}

/** The width of a text in pixels. */
export type MeasureText = (text: string, font: Font) => number;

export function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  // Characters that XML forbids would make the picture unreadable.
  const allowed = text.replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]|\p{Cs}/gu, '');
  return allowed.replace(/[&<>"]/g, (letter) => `&${names[letter]};`);
}

/** A text, cut with an ellipsis where it is too wide. */
export function fitted(text: string, width: number, font: Font, measure: MeasureText): string {
  if (measure(text, font) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`, font) > width) {
    letters.pop();
  }
  return `${letters.join('').trimEnd()}…`;
}

/** A text in lines; the last one is cut where there are too many. */
export function wrapped(
  text: string,
  width: number,
  count: number,
  font: Font,
  measure: MeasureText,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((word) => word !== '')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && measure(longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const rest = lines.slice(count - 1).join(' ');
  const whole = lines.length > count ? [...lines.slice(0, count - 1), rest] : lines;
  return whole.map((line) => fitted(line, width, font, measure));
}
