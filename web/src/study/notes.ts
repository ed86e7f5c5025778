/**
 * The comments of a move: text for people, and PGN commands such as `[%cal Ge2e4]`. Unknown commands
 * are kept as they are.
 */

/** An arrow, or a circle where it has no second square. */
export interface Shape {
  readonly brush: Brush;
  readonly from: string;
  readonly to: string | null;
}

export type Brush = 'green' | 'red' | 'yellow' | 'blue';

const LETTERS: Readonly<Record<Brush, string>> = { green: 'G', red: 'R', yellow: 'Y', blue: 'B' };
const BRUSHES = new Map(Object.entries(LETTERS).map(([brush, letter]) => [letter, brush as Brush]));
const COMMAND = /\[%\w+[^\]]*\]/g;
const SHAPES = /\[%(?:csl|cal)\s+([^\]]*)\]/g;
const SHAPE = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/;

/** The brush of a name; green for an unknown one. */
export function brushOf(name: string | undefined): Brush {
  return Object.keys(LETTERS).find((brush): brush is Brush => brush === name) ?? 'green';
}

/** The text for people. */
export function plainText(comments: readonly string[]): string {
  return comments
    .map((comment) => comment.replace(COMMAND, ' ').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** Comments with another text; the commands stay. */
export function withText(comments: readonly string[], text: string): string[] {
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []).join('');
  return joined(commands, text.trim());
}

/** The shapes on the board. */
export function shapesOf(comments: readonly string[]): Shape[] {
  return comments
    .flatMap((comment) => [...comment.matchAll(SHAPES)])
    .flatMap(([, list = '']) => list.split(','))
    .flatMap((text): Shape[] => {
      const [, letter = '', from = '', to = null] = SHAPE.exec(text.trim()) ?? [];
      const brush = BRUSHES.get(letter);
      return brush === undefined ? [] : [{ brush, from, to }];
    });
}

/** Comments with other shapes; everything else in them stays. */
export function withShapes(comments: readonly string[], shapes: readonly Shape[]): string[] {
  const rest = comments.map((comment) => comment.replace(SHAPES, ''));
  const letters = ({ brush, from, to }: Shape): string => `${LETTERS[brush]}${from}${to ?? ''}`;
  const list = (name: string, some: readonly Shape[]): string =>
    some.length === 0 ? '' : `[%${name} ${some.map(letters).join(',')}]`;
  const circles = shapes.filter(({ to }) => to === null);
  const arrows = shapes.filter(({ to }) => to !== null);
  const drawn = `${list('csl', circles)}${list('cal', arrows)}`;
  const [first = '', ...others] = rest;
  return [...joined(drawn, first.trim()), ...others].filter((comment) => comment.trim() !== '');
}

function joined(commands: string, text: string): string[] {
  const comment = [commands, text].filter((part) => part !== '').join(' ');
  return comment === '' ? [] : [comment];
}
