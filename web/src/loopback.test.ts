import { expect, test } from 'vitest';

import { isLoopback } from './loopback';

test('a link to a loopback address works on one computer only', () => {
  for (const [link, expected] of [
    ['http://127.0.0.1:8064/g/abc#secret', true],
    ['http://127.0.1.1/g/abc', true],
    ['http://localhost:8064/g/abc', true],
    ['https://club.localhost/g/abc', true],
    ['http://[::1]:8064/g/abc', true],
    ['http://192.168.1.5:8064/g/abc', false],
    ['https://localhost.example/g/abc', false],
    ['https://chess.example/g/127.0.0.1', false],
    ['', false],
  ] as const) {
    expect(isLoopback(link), link).toBe(expected);
  }
});
