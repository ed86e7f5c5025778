/** The keyboard shortcuts, and what they do on the game page. */
import { account } from '../account.svelte';
import { app } from '../app.svelte';
import { canRedo, canUndo } from '../game/status';
import type { GameView } from '../wire/GameView';
import type { GameSession } from './session.svelte';

/** The dialogs that can be opened over a game. */
export type GameDialog = 'position' | 'shortcuts' | 'names' | 'cancel_invitation';

export type Shortcut =
  | 'undo'
  | 'redo'
  | 'setup'
  | 'fen'
  | 'help'
  | 'hint'
  | 'flip'
  | 'input'
  | 'cancel'
  | 'full_screen'
  | 'zen'
  | 'back'
  | 'forward'
  | 'first'
  | 'last'
  | 'next_moment'
  | 'previous_moment'
  | 'retry'
  | 'show_better';

const KEYS: Readonly<Record<string, Shortcut>> = {
  z: 'undo',
  y: 'redo',
  r: 'setup',
  f: 'fen',
  '?': 'help',
  h: 'hint',
  x: 'flip',
  m: 'input',
  escape: 'cancel',
  v: 'full_screen',
  arrowleft: 'back',
  arrowright: 'forward',
  home: 'first',
  end: 'last',
  n: 'next_moment',
  p: 'previous_moment',
  t: 'retry',
  s: 'show_better',
};

/** Elements that handle keys themselves. A checkbox handles only the space bar. */
const OWN_KEYS = 'input:not([type="checkbox"]), textarea, select, dialog';

/** The shortcut of a key; `null` while typing text or in a dialog. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const at = event.target;
  if (at instanceof Element && at.closest(OWN_KEYS) !== null) return null;
  const key = event.key.toLowerCase();
  return key === 'z' && event.shiftKey ? 'zen' : (KEYS[key] ?? null);
}

/** Runs a shortcut, if it is possible now. */
export function perform(shortcut: Shortcut, session: GameSession, view: GameView): void {
  switch (shortcut) {
    case 'undo':
      if (mayUndo(view) && canUndo(view, session.you)) session.undo();
      break;
    case 'redo':
      if (mayUndo(view) && canRedo(view, session.you)) session.send({ type: 'redo' });
      break;
    case 'setup':
      app.go('/');
      break;
    case 'hint':
      if (session.myTurn && account.lock('hints') === null) void session.advice.fetchHint();
      break;
    case 'flip':
      session.flipped = !session.flipped;
      break;
    case 'input':
      document.getElementById('typed-move')?.focus();
      break;
    case 'cancel':
      // Escape gives up what was begun first, and leaves zen mode when there is nothing.
      if (!session.hasPending) app.setZen(false);
      session.endSeen = true;
      session.cancel();
      break;
    case 'full_screen':
      toggleFullScreen();
      break;
    case 'zen':
      app.setZen(!app.zen);
      break;
    default:
      navigate(shortcut, session);
  }
}

/** Two people at one board undo as they like. */
function mayUndo(view: GameView): boolean {
  return view.shared || account.lock('takebacks') === null;
}

function navigate(shortcut: Shortcut, session: GameSession): void {
  const target = navigationTarget(shortcut, session.ply, session.moves.length);
  if (target !== null) session.goToPly(target);
}

/** The half-move that a navigation key leads to; `null` for other keys. */
export function navigationTarget(shortcut: Shortcut, ply: number, last: number): number | null {
  switch (shortcut) {
    case 'back':
      return ply - 1;
    case 'forward':
      return ply + 1;
    case 'first':
      return 0;
    case 'last':
      return last;
    default:
      return null;
  }
}

/** Does nothing in browsers without full screen. */
export function toggleFullScreen(): void {
  const ignore = (): void => undefined;
  if (document.fullscreenElement) document.exitFullscreen().catch(ignore);
  else document.documentElement.requestFullscreen?.().catch(ignore);
}
