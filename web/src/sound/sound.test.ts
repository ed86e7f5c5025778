import { beforeEach, expect, test, vi } from 'vitest';

import type { Volume } from '../settings/settings';

/** The loudness of each tone that was scheduled. */
let tones: number[];
/** What the browser does when the context is to be resumed. */
let allow: () => void;

class TestContext {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume(): Promise<void> {
    return new Promise((resolve) => {
      allow = () => {
        this.state = 'running';
        resolve();
      };
    });
  }
  createOscillator(): object {
    const connect = (next: unknown): unknown => next;
    return { frequency: { setValueAtTime() {} }, connect, start() {}, stop() {} };
  }
  createGain(): object {
    const setValueAtTime = (loud: number): void => void tones.push(loud);
    return { gain: { setValueAtTime, exponentialRampToValueAtTime() {} }, connect() {} };
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const at = (volume: Volume) => ({ sound: true, volume });

beforeEach(() => {
  tones = [];
  vi.resetModules();
  vi.stubGlobal('AudioContext', TestContext);
  return () => void vi.unstubAllGlobals();
});

// req: B6
test('sounds are dropped while the browser allows none', async () => {
  const { play } = await import('./sound');
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  for (let moves = 0; moves < 5; moves += 1) play('move', at('medium'));
  now.mockReturnValue(60_000);
  // The first click on the page.
  allow();
  await settled();
  expect(tones).toEqual([]);
  play('move', at('medium'));
  expect(tones).toHaveLength(1);
  now.mockRestore();
});

test('the first sound that is allowed is heard', async () => {
  const { play } = await import('./sound');
  play('move', at('medium'));
  allow();
  await settled();
  expect(tones).toHaveLength(1);
});

test('sounds are as loud as is chosen, and can be switched off', async () => {
  const { play } = await import('./sound');
  play('move', at('medium'));
  allow();
  await settled();
  play('move', at('low'));
  play('move', at('high'));
  play('move', { sound: false, volume: 'high' });
  const [medium = 0, low = 0, high = 0, ...others] = tones;
  expect(low).toBeLessThan(medium);
  expect(high).toBeGreaterThan(medium);
  expect(high).toBeLessThan(1);
  expect(others).toEqual([]);
});

test('no browser without sound complains', async () => {
  vi.stubGlobal('AudioContext', undefined);
  const { play } = await import('./sound');
  expect(() => play('move', at('medium'))).not.toThrow();
});
