/**
 * What a browser test needs: a server with fresh data, the built app in front of it, a browser.
 * `TABIYA_BIN` names the server's binary, `CHROMIUM` the browser's.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';

const BIN = process.env['TABIYA_BIN'];
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** What the server tells browsers they may do; the app has to live with it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A desk and a telephone. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The app, running. */
export class Running {
  /** What pages have complained about in their consoles. */
  readonly complaints: string[] = [];

  private constructor(
    readonly origin: string,
    private readonly port: number,
    private readonly data: string,
    private server: ChildProcess,
    private readonly front: PreviewServer,
    readonly browser: Browser,
  ) {}

  static async start(): Promise<Running> {
    if (BIN === undefined) throw new Error('TABIYA_BIN has to name the server to test with');
    const [frontPort, port] = await Promise.all([freePort(), freePort()]);
    const origin = `http://localhost:${frontPort}`;
    const data = mkdtempSync(join(tmpdir(), 'tabiya-e2e-'));
    const server = await serve(BIN, port, data, origin);
    const proxy = { '/api': { target: `http://127.0.0.1:${port}`, ws: true } };
    const headers = { 'content-security-policy': POLICY };
    const front = await preview({
      preview: { port: frontPort, strictPort: true, proxy, headers },
      logLevel: 'silent',
    }).catch((error: unknown) => {
      server.kill('SIGKILL');
      throw error;
    });
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
    return new Running(origin, port, data, server, front, browser);
  }

  /** A page of somebody who was never here before. */
  async visitor(viewport = DESK, touch = false, bypassCSP = false): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({
      viewport,
      hasTouch: touch,
      bypassCSP,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
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

  /** Starts it again with the same games. */
  async revive(): Promise<void> {
    this.server = await serve(BIN ?? '', this.port, this.data, this.origin);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.front.close();
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function serve(
  bin: string,
  port: number,
  data: string,
  origin: string,
): Promise<ChildProcess> {
  const args = ['serve', '--addr', `127.0.0.1:${port}`, '--data', data, '--origin', origin];
  const server = spawn(bin, [...args, '--requests-per-second', '1000'], { stdio: 'ignore' });
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
