/** Applies the theme to the page. Only the chosen piece set is loaded. */
import classic from 'virtual:pieces/classic';
import flat from 'virtual:pieces/flat';
import shapes from 'virtual:pieces/shapes';

import type { Settings } from '../settings/settings';

const SETS: Readonly<Record<Settings['pieces'], string>> = { classic, flat, shapes };

export function applyTheme(settings: Settings): void {
  const root = document.documentElement;
  root.dataset['theme'] = settings.theme;
  root.dataset['board'] = settings.board;
  root.lang = settings.language;
  root.style.setProperty('--board-share', String(settings.boardSize / 100));
  loadPieceSet(SETS[settings.pieces]);
}

function loadPieceSet(address: string): void {
  const id = 'pieces';
  const current = document.getElementById(id) as HTMLLinkElement | null;
  if (current?.getAttribute('href') === address) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  // The old set is removed once the new one is loaded, so that the board is never empty.
  link.onload = () => current?.remove();
  if (current) current.removeAttribute('id');
  link.id = id;
  document.head.append(link);
}
