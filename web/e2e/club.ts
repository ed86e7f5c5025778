/** A club in a browser test: a server with an admin, people who log in, and both sizes of screen. */
import type { APIRequestContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { chooseClock } from './board';
import { DESK, PHONE, Running } from './harness';

/** What people have in front of them: its name, its size, and whether it is touched. */
export const SCREENS = [
  ['a desk', DESK, false],
  ['a telephone', PHONE, true],
] as const;

export const ADMIN_PASSWORD = 'a long admin password';

/** A server with an admin's account. The password goes where the manual wants it. */
export function startClub(): Promise<Running> {
  process.env['TABIYA_ADMIN_PASSWORD'] = ADMIN_PASSWORD;
  return Running.start();
}

/**
 * A club for the tests around the call. Tests that log the admin in often get one each: more than ten
 * logins a minute are rejected.
 */
export function runningClub(): () => Running {
  let running: Running;
  beforeAll(async () => {
    running = await startClub();
  });
  afterAll(async () => {
    await running.stop();
    expect(running.complaints).toEqual([]);
  });
  return () => running;
}

/** Starts a pass-and-play game. */
export async function startPassAndPlay(
  page: Page,
  origin: string,
  [white, black]: readonly [string, string] = ['Ada', 'Bo'],
  clock = 'No clock',
): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Pass and play' }).click();
  await page.getByLabel('White’s name').fill(white);
  await page.getByLabel('Black’s name').fill(black);
  await chooseClock(page, clock);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
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

/** Makes somebody a member, as the admin's own program would. */
export async function enroll(running: Running, name: string, password: string): Promise<void> {
  const api = await adminOf(running);
  const added = await api.post(`${running.origin}/api/members`, { data: { name, password } });
  if (!added.ok()) throw new Error(`${name}: ${await added.text()}`);
}

const admins = new WeakMap<Running, APIRequestContext>();

/** The admin's program, which logs in once: who does that too often in a minute has to wait. */
async function adminOf(running: Running): Promise<APIRequestContext> {
  const known = admins.get(running);
  if (known !== undefined) return known;
  const api = (await running.browser.newContext()).request;
  const login = { name: 'admin', password: ADMIN_PASSWORD };
  const entered = await api.post(`${running.origin}/api/session`, { data: login });
  if (!entered.ok()) throw new Error(`the admin: ${await entered.text()}`);
  admins.set(running, api);
  return api;
}
