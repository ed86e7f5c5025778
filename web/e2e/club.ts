/** A club in a browser test: a server with a keeper, people who log in, and both sizes of screen. */
import type { APIRequestContext, Page } from 'playwright-core';

import { DESK, PHONE, Running } from './harness';

/** What people have in front of them: its name, its size, and whether it is touched. */
export const SCREENS = [
  ['a desk', DESK, false],
  ['a telephone', PHONE, true],
] as const;

export const KEEPER_PASSWORD = 'a long keeper password';

/** A server with a keeper's account. The password goes where the manual wants it. */
export function startClub(): Promise<Running> {
  process.env['TABIYA_KEEPER_PASSWORD'] = KEEPER_PASSWORD;
  return Running.start();
}

/** Begins a game for two at one screen. */
export async function atOneScreen(
  page: Page,
  origin: string,
  [white, black]: readonly [string, string] = ['Ada', 'Bo'],
  clock = 'None',
): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Two at this screen' }).click();
  await page.getByLabel('White’s name').fill(white);
  await page.getByLabel('Black’s name').fill(black);
  await page.getByText(clock, { exact: true }).click();
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]');
}

/** Logs somebody in who looks at any page of the app. */
export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await typeLogin(page, name, password);
  await page.getByRole('button', { name: `Logged in as ${name}` }).waitFor();
}

/** Fills in the dialog that asks for a name and a password. */
export async function typeLogin(page: Page, name: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
}

/** Makes somebody a member, as the keeper's own program would. */
export async function enroll(running: Running, name: string, password: string): Promise<void> {
  const api = await keeperOf(running);
  const added = await api.post(`${running.origin}/api/members`, { data: { name, password } });
  if (!added.ok()) throw new Error(`${name}: ${await added.text()}`);
}

const keepers = new WeakMap<Running, APIRequestContext>();

/** The keeper's program, which logs in once: who does that too often in a minute has to wait. */
async function keeperOf(running: Running): Promise<APIRequestContext> {
  const known = keepers.get(running);
  if (known !== undefined) return known;
  const api = (await running.browser.newContext()).request;
  const login = { name: 'keeper', password: KEEPER_PASSWORD };
  const entered = await api.post(`${running.origin}/api/session`, { data: login });
  if (!entered.ok()) throw new Error(`the keeper: ${await entered.text()}`);
  keepers.set(running, api);
  return api;
}
