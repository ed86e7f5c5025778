/**
 * A short transition from page to page, in browsers that have view transitions. The board keeps its
 * place: it is drawn above the pages that fade into each other. Nothing waits for the transition, and
 * clicks go through it.
 */
import { tick } from 'svelte';

/** How long the new page may take to show its board; without one by then, it fades in. */
const BOARD_MS = 80;
const POLL_MS = 8;
const BOARD = '.board-place cg-board piece';

/** Whether pages change at once: by choice, for less motion, or because the browser cannot do more. */
export function isInstant(animation: number): boolean {
  if (animation === 0 || !('startViewTransition' in document)) return true;
  return document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Changes the page with a transition. */
export function changeWithTransition(change: () => void): void {
  const hadBoard = document.querySelector(BOARD) !== null;
  const transition = document.startViewTransition(async () => {
    change();
    await tick();
    if (hadBoard) await boardShown();
  });
  // A transition that is skipped has changed the page all the same.
  transition.ready.catch(() => undefined);
}

/** Waits for the board of the new page, for a moment: some pages ask the server first. */
async function boardShown(): Promise<void> {
  const deadline = performance.now() + BOARD_MS;
  while (document.querySelector(BOARD) === null && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
