/**
 * What a browser test needs: a server with fresh data, which brings the app, and a browser.
 * `TABIYA_BIN` names the server's binary, `CHROMIUM` the browser's.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser';

const BIN = process.env['TABIYA_BIN'];

/** A desk and a telephone. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The screens that every rule is tried on: a mouse on a large one, a finger on a small one. */
const SCREENS = [
  ['a desk', DESK, false],
  ['a phone', PHONE, true],
] as const;

/** The pages that are touched with fingers. */
const touched = new WeakSet<Page>();
export const isTouched = (page: Page): boolean => touched.has(page);

/** One app for all tests of a file. No page may have complained by the end. */
export function runningApp(...flags: readonly string[]): () => Running {
  let running: Running;
  beforeAll(async () => {
    running = await Running.start(flags);
  });
  afterAll(async () => {
    await running.stop();
    expect(running.complaints).toEqual([]);
  });
  return () => running;
}

/** The same test on both screens, each with somebody who was never here before. */
export function onBothScreens(
  app: () => Running,
  name: string,
  body: (page: Page, origin: string) => Promise<void>,
): void {
  test.each(SCREENS)(`${name}, on %s`, async (_, viewport, touch) => {
    const page = await app().visitor(viewport, touch);
    await body(page, app().origin);
    await page.context().close();
  });
}

/**
 * Another window of the same visitor. A tab would hide the first page, and browsers draw a hidden page
 * once a second at most.
 */
export async function anotherWindow(page: Page): Promise<Page> {
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void window.open('about:blank', '_blank', 'popup,noopener')),
  ]);
  return other;
}

/** The app, running. */
export class Running {
  /** What pages have complained about in their consoles. */
  readonly complaints: string[] = [];

  private constructor(
    readonly origin: string,
    private readonly port: number,
    private readonly data: string,
    private readonly flags: readonly string[],
    private server: ChildProcess,
    readonly browser: Browser,
  ) {}

  static async start(flags: readonly string[] = []): Promise<Running> {
    if (BIN === undefined) throw new Error('TABIYA_BIN has to name the server to test with');
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const data = mkdtempSync(join(tmpdir(), 'tabiya-e2e-'));
    const server = await serve(BIN, port, data, flags);
    const browser = await launchBrowser();
    return new Running(origin, port, data, flags, server, browser);
  }

  /** The owner's link; none where the admin logs in. */
  private link(): string | null {
    const file = join(this.data, 'owner-link');
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  /**
   * A page of somebody who was never here before. Where there is an owner, it is the owner. The
   * service worker has tests of its own; in others it would answer what they intercept.
   */
  async visitor(
    viewport = DESK,
    touch = false,
    bypassCSP = false,
    serviceWorkers: 'allow' | 'block' = 'block',
  ): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({
      viewport,
      hasTouch: touch,
      bypassCSP,
      serviceWorkers,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    const link = this.link();
    if (link !== null) await context.request.get(link, { maxRedirects: 0 });
    const page = await context.newPage();
    if (touch) touched.add(page);
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      // A server that was ended on purpose cannot be reached, and browsers say so.
      const expected = /WebSocket|Failed to load resource|net::ERR/.test(message.text());
      if (message.type() === 'error' && !expected) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    return page;
  }

  /** Ends the server as a power cut would. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.server.once('exit', resolve));
    this.server.kill('SIGKILL');
    await gone;
  }

  /** Starts it again with the same games, and with other flags where a test wants that. */
  async revive(flags = this.flags): Promise<void> {
    this.server = await serve(BIN ?? '', this.port, this.data, flags);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function serve(
  bin: string,
  port: number,
  data: string,
  flags: readonly string[],
): Promise<ChildProcess> {
  const place = ['--addr', `127.0.0.1:${port}`, '--data', data];
  // Tests send more than people do, and need no time to see the engine's moves.
  const speed = ['--requests-per-second', '1000', '--engine-pause', '0'];
  const args = ['serve', ...place, ...speed, ...flags];
  const server = spawn(bin, args, { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    if (answer?.ok) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill('SIGKILL');
  throw new Error(`the server did not answer on port ${port} within ten seconds`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

/** Counts the locks by which a page that is not opened yet will keep the screen on. */
export async function wakeLocks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const held = { count: 0 };
    const request = async (): Promise<object> => {
      held.count += 1;
      return { release: async () => void (held.count -= 1) };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request, held } });
  });
  return () =>
    page.evaluate(() => (navigator.wakeLock as unknown as { held: { count: number } }).held.count);
}

/** Something to wait for until it is opened. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/**
 * Prepares a page whose server can be slow: the returned function holds back what the server sends
 * about a game, and returns the one that lets it through.
 */
export async function slowServer(page: Page): Promise<() => () => void> {
  let answers = Promise.resolve();
  await page.routeWebSocket('**/api/socket', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void answers.then(() => socket.send(message)));
  });
  return () => {
    const { passed, open } = gate();
    answers = passed;
    return open;
  };
}
