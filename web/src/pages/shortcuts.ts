/** Which key does what on the page of a game. */

export type Shortcut =
  | 'undo'
  | 'redo'
  | 'setup'
  | 'fen'
  | 'help'
  | 'hint'
  | 'flip'
  | 'input'
  | 'full_screen'
  | 'back'
  | 'forward'
  | 'first'
  | 'last';

const KEYS: Readonly<Record<string, Shortcut>> = {
  z: 'undo',
  y: 'redo',
  r: 'setup',
  f: 'fen',
  '?': 'help',
  h: 'hint',
  x: 'flip',
  m: 'input',
  v: 'full_screen',
  arrowleft: 'back',
  arrowright: 'forward',
  home: 'first',
  end: 'last',
};

/** What is asked for by a key. Whoever types text or has a dialog open asks for nothing. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const at = event.target;
  if (at instanceof Element && at.closest('input, textarea, select, dialog') !== null) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}
