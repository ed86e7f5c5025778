import { expect, test } from 'vitest';

import { filesAmong, handlingOf, isAway, linkedFiles, outdated } from './policy';

const ORIGIN = 'https://chess.example';

test('only the app itself is answered from the cache', () => {
  for (const [path, mode, handling] of [
    ['/', 'navigate', 'page'],
    ['/g/abc/review?ply=3', 'navigate', 'page'],
    ['/assets/index-1.js', 'cors', 'file'],
    ['/icon.svg', 'no-cors', 'picture'],
    ['/api/games', 'cors', 'network'],
    ['/api/games/abc/pgn', 'navigate', 'network'],
    ['/start/secret', 'navigate', 'network'],
    ['/health', 'cors', 'network'],
    ['/metrics', 'navigate', 'network'],
    ['/manifest.webmanifest', 'cors', 'network'],
  ] as const) {
    expect(handlingOf({ method: 'GET', mode, url: `${ORIGIN}${path}` }, ORIGIN), path).toBe(
      handling,
    );
  }
});

test('what is sent, and what is somebody else’s, is left to the network', () => {
  const file = { method: 'GET', mode: 'cors', url: 'https://other.example/assets/a.js' } as const;
  expect(handlingOf(file, ORIGIN)).toBe('network');
  const sent = { method: 'POST', mode: 'navigate', url: `${ORIGIN}/` } as const;
  expect(handlingOf(sent, ORIGIN)).toBe('network');
});

test('the files of a page are those that it links to', () => {
  const html =
    '<link rel="icon" href="/icon.svg"><script src="/assets/a.js"></script>' +
    '<link rel="stylesheet" href="/assets/b.css">';
  expect(linkedFiles(html)).toEqual(['/assets/a.js', '/assets/b.css']);
  expect(linkedFiles('<h1>Another program</h1>')).toEqual([]);
});

test('nothing but files of the app is stored, whatever a message says', () => {
  const urls = [`${ORIGIN}/assets/de-1.js`, `${ORIGIN}/api/session`, 'https://x/assets/a.js', 7];
  expect(filesAmong(urls, ORIGIN)).toEqual([`${ORIGIN}/assets/de-1.js`]);
  expect(filesAmong(undefined, ORIGIN)).toEqual([]);
});

test('an update removes what was stored before it, unless the new version uses it', () => {
  const [page, old, linked, texts] = [
    '/',
    '/assets/a-1.js',
    '/assets/a-2.js',
    '/assets/en-1.js',
  ].map((path) => ORIGIN + path) as [string, string, string, string];
  const before = [page, old, linked, texts];
  expect(outdated(before, ['/', '/assets/a-2.js'], new Set([texts]))).toEqual([old]);
  expect(outdated(before, ['/', '/assets/a-2.js'], new Set())).toEqual([old, texts]);
});

test('a proxy says that the server is away', () => {
  expect([200, 404, 421, 500, 502, 503, 504].filter(isAway)).toEqual([502, 503, 504]);
});
