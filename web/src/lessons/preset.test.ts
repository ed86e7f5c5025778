import { expect, test } from 'vitest';

import { memoryStorage, saveValue } from '../settings/storage';
import { FEATURES, loadPreset, rulesOf, savePreset, type Preset } from './preset';

const scope = { type: 'group', name: '5a' } as const;
const now = new Date(2026, 10, 17, 17, 45);

const USUAL = loadPreset(memoryStorage());

test('a preset lasts for minutes, until a time, or until it is unlocked', () => {
  for (const [change, expected] of [
    [{ duration: '45' }, 45 * 60_000],
    [{ duration: '90' }, 90 * 60_000],
    [{ duration: 'time', time: '18:30' }, 45 * 60_000],
    [{ duration: 'time', time: '17:00' }, (23 * 60 + 15) * 60_000],
    [{ duration: 'time', time: '' }, null],
    [{ duration: 'open' }, null],
  ] as const) {
    expect(rulesOf({ ...USUAL, ...change }, scope, now).for_ms).toBe(expected);
  }
});

test('opponents are locked from a rating on, or all of them', () => {
  for (const [opponents, locked, max] of [
    ['all', false, null],
    ['none', true, null],
    [1200, true, 1200],
  ] as const) {
    const rules = rulesOf({ ...USUAL, opponents }, scope, now);
    expect(rules.locked.includes('opponents')).toBe(locked);
    expect(rules.max_rating).toBe(max);
  }
});

test('the last preset comes back, and nonsense is the usual one', () => {
  const storage = memoryStorage();
  expect(USUAL).toEqual({ features: FEATURES, opponents: 'all', duration: '45', time: '' });
  const preset: Preset = { features: ['hints'], opponents: 1200, duration: 'time', time: '18:30' };
  savePreset(storage, preset);
  expect(loadPreset(storage)).toEqual(preset);
  saveValue(storage, 'lesson', { ...preset, opponents: 7, time: 'late' });
  expect(loadPreset(storage)).toEqual({ ...preset, opponents: 'all', time: '' });
});
