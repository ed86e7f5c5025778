import { expect, test } from 'vitest';

import { durationText, numberText, sizeText } from './units';

/** With plain spaces: languages put various ones between a number and its unit. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

test('numbers have groups of digits', () => {
  expect(numberText('en', 1500)).toBe('1,500');
  expect(numberText('de', 1500)).toBe('1.500');
  expect(plain(numberText('fr', 1500))).toBe('1 500');
});

test('sizes have a unit that fits', () => {
  for (const [bytes, en, fr] of [
    [0, '0 kB', '0 ko'],
    [1_500, '1.5 kB', '1,5 ko'],
    [999_999, '1,000 kB', '1 000 ko'],
    [64e6, '64 MB', '64 Mo'],
    [2.25e9, '2.3 GB', '2,3 Go'],
    [5e12, '5,000 GB', '5 000 Go'],
  ] as const) {
    expect(plain(sizeText('en', bytes))).toBe(en);
    expect(plain(sizeText('fr', bytes))).toBe(fr);
  }
});

test('durations are whole numbers of the largest unit', () => {
  const HOUR_MS = 3_600_000;
  for (const [ms, en, de] of [
    [24 * HOUR_MS, '1 day', '1 Tag'],
    [36 * HOUR_MS, '36 hours', '36 Stunden'],
    [1.5 * HOUR_MS, '90 minutes', '90 Minuten'],
    [45_000, '45 seconds', '45 Sekunden'],
    [500, '0.5 seconds', '0,5 Sekunden'],
  ] as const) {
    expect(plain(durationText('en', ms))).toBe(en);
    expect(plain(durationText('de', ms))).toBe(de);
  }
});
