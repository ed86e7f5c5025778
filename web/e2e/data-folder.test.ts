/** The library lives where somebody chose, is found again, and a damaged one is left alone. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect } from 'vitest';

import { move, moves, plies } from './board';
import { startPassAndPlay } from './club';
import { onBothScreens, runningApp } from './harness';

const BIN = process.env['TABIYA_BIN'] ?? '';
const app = runningApp();
const started: ChildProcess[] = [];
afterEach(() => started.forEach((program) => program.kill('SIGKILL')));

interface Started {
  /** The address of the app; none when it did not start. */
  readonly origin: string | undefined;
  readonly said: string;
  readonly stop: () => Promise<void>;
}

/** Starts `tabiya` as somebody at this computer does, and waits for an address or for its end. */
async function start(home: string, ...flags: readonly string[]): Promise<Started> {
  const program = spawn(BIN, ['--no-open', '--port', '0', ...flags], {
    env: { HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(program);
  const gone = new Promise<void>((resolve) => program.once('close', () => resolve()));
  let said = '';
  const address = new Promise<string>((resolve) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
        if (origin !== null) resolve(origin[0]);
      });
    }
  });
  const origin = (await Promise.race([address, gone])) ?? undefined;
  const stop = async (): Promise<void> => {
    program.kill('SIGTERM');
    await gone;
  };
  return { origin, said, stop };
}

// req: C4
onBothScreens(
  app,
  'games are kept where somebody chose, and nothing is overwritten',
  async (page) => {
    const home = mkdtempSync(join(tmpdir(), 'tabiya-home-'));
    const [chosen, other] = [join(home, 'my games'), join(home, 'others')];
    const library = join(chosen, 'library.db');

    const first = await start(home, '--data', chosen);
    await startPassAndPlay(page, first.origin ?? '');
    await move(page, 'e2', 'e4');
    await plies(page, 1);
    await first.stop();

    const again = await start(home);
    await page.goto(`${again.origin}/library`);
    await page.locator('tbody tr').getByRole('button').click();
    await page.getByRole('menuitem', { name: /^(Open|Continue)$/ }).click();
    await expect.poll(() => moves(page)).toEqual(['e4']);
    await again.stop();

    copyFileSync(library, join(home, 'copy'));
    writeFileSync(library, 'precious');
    const damaged = await start(home);
    expect(damaged.origin, damaged.said).toBeUndefined();
    expect(damaged.said).toContain('is not a Tabiya library; nothing was changed');
    expect(readFileSync(library, 'utf8')).toBe('precious');

    const elsewhere = await start(home, '--data', other);
    await page.goto(`${elsewhere.origin}/library`);
    await page.getByText('No games').waitFor();
    await elsewhere.stop();

    copyFileSync(join(home, 'copy'), library);
    const mended = await start(home, '--data', chosen);
    await page.goto(`${mended.origin}/library`);
    await page.getByText('Ada').first().waitFor();
    await mended.stop();
    rmSync(home, { recursive: true });
  },
);
