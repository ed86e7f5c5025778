/**
 * The game with the keyboard alone. What is said is read from the browser's own accessibility
 * tree, from which screen readers take it too.
 */
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  from,
  moves,
  openAsBlack,
  openGame,
  plies,
  type,
} from './board';
import { runningApp } from './harness';

const app = runningApp();
const FILES = 'abcdefgh';

type Tree = Awaited<ReturnType<typeof treeOf>>;

async function treeOf(listener: CDPSession) {
  return (await listener.send('Accessibility.getFullAXTree')).nodes;
}

const property = (node: Tree[number], name: string): unknown =>
  node.properties?.find((one) => one.name === name)?.value.value;

/** Somebody who listens instead of looking. */
class Listener {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async at(page: Page): Promise<Listener> {
    return new Listener(page, await page.context().newCDPSession(page));
  }

  /** The words of the regions that interrupt. */
  async said(): Promise<string> {
    const nodes = await treeOf(this.session);
    const inside = new Set(
      nodes.filter((node) => property(node, 'live') === 'assertive').map((node) => node.nodeId),
    );
    const heard: string[] = [];
    for (const node of nodes) {
      if (!inside.has(node.nodeId)) continue;
      for (const child of node.childIds ?? []) inside.add(child);
      if (node.role?.value === 'StaticText') heard.push(String(node.name?.value ?? ''));
    }
    return heard.join(' ');
  }

  /** The dialog that is open: its name, and what is read out with it. */
  async dialog(): Promise<string> {
    const open = (await treeOf(this.session)).find((node) => node.role?.value === 'dialog');
    return `${open?.name?.value}: ${open?.description?.value}`;
  }

  /** What has the focus: its role and its name. */
  async focus(): Promise<string> {
    const nodes = await treeOf(this.session);
    const here = nodes.findLast((node) => property(node, 'focused') === true);
    return `${here?.role?.value}: ${here?.name?.value}`;
  }

  async hears(words: string): Promise<void> {
    await expect.poll(() => this.said()).toContain(words);
  }

  /** Walks over the board to a square and presses Enter there. */
  async enter(square: string): Promise<void> {
    const at = await this.page.evaluate(
      () => (document.activeElement as HTMLElement | null)?.dataset['square'] ?? 'e2',
    );
    const files = FILES.indexOf(square.charAt(0)) - FILES.indexOf(at.charAt(0));
    const ranks = Number(square.charAt(1)) - Number(at.charAt(1));
    for (let step = 0; step < Math.abs(files); step += 1) {
      await this.page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    for (let step = 0; step < Math.abs(ranks); step += 1) {
      await this.page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
    }
    await this.page.keyboard.press('Enter');
  }

  async move(start: string, to: string): Promise<void> {
    await this.enter(start);
    await this.enter(to);
  }
}

test('a game that a move on the home page starts goes on from the same square', async () => {
  const page = await app().visitor();
  const ear = await Listener.at(page);
  await page.goto(app().origin);
  await page.locator('[data-square="e2"]').focus();
  await ear.move('e2', 'e4');
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await plies(page, 2);
  await expect.poll(() => ear.focus()).toContain('gridcell: e4, white pawn');
  await ear.move('d2', 'd4');
  await plies(page, 4);
});

// req: B6
test('the list of moves is one stop of the Tab key, and its focus follows the position', async () => {
  const page = await app().visitor();
  const ear = await Listener.at(page);
  await openGame(page, app().origin, PASS_AND_PLAY);
  await type(page, 'e4', 'e5', 'Nf3', 'Nc6');
  await expect.poll(() => page.locator('button.move[tabindex="0"]').count()).toBe(1);
  await page.locator('button.move[tabindex="0"]').focus();
  await expect.poll(() => ear.focus()).toBe('button: Nc6');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => ear.focus()).toBe('button: Nf3');
  await page.keyboard.press('Home');
  await expect.poll(() => ear.focus()).toBe('button: e4');
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect.poll(() => ear.focus()).toBe('button: First move');
});

// req: B6
test('a whole game is played with the keyboard alone, and heard', async () => {
  const page = await app().visitor();
  const ear = await Listener.at(page);
  await page.goto(app().origin);
  await page.getByRole('button', { name: 'Pass and play' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('White’s name').focus();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bo');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');

  await page.locator('[data-square="e2"]').focus();
  await expect.poll(() => ear.focus()).toBe('gridcell: e2, white pawn, can move to e3, e4');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => ear.focus()).toBe('gridcell: e3, empty');
  for (const [index, [start, to, words]] of (
    [
      ['f2', 'f3', 'white pawn, f2 to f3'],
      ['e7', 'e5', 'black pawn, e7 to e5'],
      ['g2', 'g4', 'white pawn, g2 to g4'],
    ] as const
  ).entries()) {
    await ear.move(start, to);
    await plies(page, index + 1);
    await ear.hears(words);
  }
  await ear.move('d8', 'h4');
  await expect.poll(() => ear.dialog()).toBe('Game over: Bo wins by checkmate');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await end.waitFor();
  await expect.poll(() => ear.focus()).toBe('dialog: Game over');
  await page.keyboard.press('Tab');
  await expect.poll(() => ear.focus()).toBe('link: Review');
  await page.keyboard.press('Escape');
  await end.waitFor({ state: 'detached' });
  await expect.poll(() => ear.focus()).toContain('gridcell: h4, black queen');
});

// req: B6, A6
test('the focus comes back to the board from dialogs, hints and questions', async () => {
  const page = await app().visitor();
  const ear = await Listener.at(page);
  await page.goto(app().origin);
  await page.evaluate(() => {
    const value = { confirm: 'always' };
    localStorage.setItem('tabiya:settings', JSON.stringify({ version: 1, value }));
  });
  await openGame(page, app().origin, { ...PASS_AND_PLAY, ...from('8/P6k/8/8/8/8/8/K7 w - - 0 1') });
  await page.locator('[data-square="a7"]').focus();
  await ear.move('a7', 'a8');
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  await expect.poll(() => ear.focus()).toBe('button: queen');
  await page.keyboard.press('Escape');
  await expect.poll(() => ear.focus()).toBe('gridcell: a8, empty');
  await ear.move('a7', 'a8');
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Play a8=Q?').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('Enter');
  await plies(page, 1);
  await expect.poll(() => ear.focus()).toContain('gridcell: a8, white queen');
  await ear.hears('white pawn, a7 to a8, promotes to a queen');
});

// req: B5, B6
test('a hint is shown step by step by keyboard', async () => {
  const page = await app().visitor();
  const ear = await Listener.at(page);
  await openGame(page, app().origin, AGAINST_EASY);
  await page.locator('[data-square="e2"]').focus();
  await page.keyboard.press('h');
  const more = page.getByRole('button', { name: 'Tell me more' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Look at the').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The engine suggests').waitFor();
  await expect.poll(() => ear.focus()).toMatch(/^status: /);
});

// req: A3, A8
test('a wrong piece is announced, and a premove is set and canceled by keyboard', async () => {
  const black = await app().visitor();
  const ear = await Listener.at(black);
  const white = await openAsBlack(app(), black, {});
  await black.locator('[data-square="e2"]').focus();
  await black.keyboard.press('Enter');
  await ear.hears('You are playing Black');
  const premove = async (): Promise<void> => {
    await black.locator('[data-square="e7"]').focus();
    await black.keyboard.press('Enter');
    await black.locator('[data-square="e5"]').focus();
    await black.keyboard.press('Enter');
    await ear.hears('Premove e7 to e5');
  };
  await premove();
  await black.keyboard.press('Escape');
  await ear.hears('Premove canceled');
  await premove();
  await white.locator('#typed-move').fill('e4');
  await white.locator('#typed-move').press('Enter');
  await plies(black, 2);
  await expect.poll(() => moves(black)).toEqual(['e4', 'e5']);
});

// req: B6
test('the square with the focus has a ring that is seen', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, AGAINST_EASY);
  await page.locator('[data-square="e2"]').focus();
  await page.keyboard.press('ArrowUp');
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(
      document.activeElement ?? document.body,
    );
    return [outlineStyle, outlineWidth];
  });
  expect(ring).toEqual(['solid', '4px']);
});
