/**
 * How much a browser fetches before the first page stands: compressed as the server does, and
 * within its limit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const LIMIT_KB = 110;
const dist = new URL('../dist/', import.meta.url);
const page = readFileSync(new URL('index.html', dist), 'utf8');
const linked = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path);
/** The set of pieces that is worn when nothing was chosen is fetched by the scripts. */
const scripts = linked.filter((path) => path.endsWith('.js'));
const text = scripts.map((path) => readFileSync(new URL(path, dist), 'utf8')).join('');
const classic = readdirSync(new URL('assets', dist)).find((name) => /^classic-.*\.css$/.test(name));

/** So are the texts of the chosen language; German has the longest. */
const language = /assets\/de-[\w-]+\.js/.exec(text)?.[0];

const size = (path) => brotliCompressSync(readFileSync(new URL(path, dist))).length;
const files = [
  'index.html',
  'icon.svg',
  ...linked,
  `assets/${classic}`,
  ...[language].filter(Boolean),
];
let total = 0;
for (const path of new Set(files)) {
  total += size(path);
  console.log(`${(size(path) / 1024).toFixed(1).padStart(7)} KB  ${path}`);
}
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  first load, of ${LIMIT_KB}`);
if (total > LIMIT_KB * 1024) process.exit(1);
