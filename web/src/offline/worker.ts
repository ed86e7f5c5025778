/**
 * The service worker: it opens the app while the server is away. Pages come from the network first, so
 * a new version is there at once; then its files replace those of the one before.
 */
import { PICTURE, filesAmong, handlingOf, isAway, linkedFiles, outdated } from './policy';

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerMessage extends WorkerEvent {
  readonly data: unknown;
}
/** The part of `ServiceWorkerGlobalScope` that is used; the types of pages do not have it. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const { origin } = worker.location;
const CACHE = 'tabiya';
/** Every page of the app is the same file, which is stored under this address. */
const PAGE = '/';
/** The addresses of the files that were asked for since a page was opened last. */
const used = new Set<string>();

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([fetch(PAGE).then(storePage), worker.skipWaiting()]));
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => {
  const files = filesAmong(event.data, origin);
  for (const url of files) used.add(url);
  event.waitUntil(storeFiles(files));
});
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer !== null) event.respondWith(answer);
});

function answerTo(event: FetchEvent): Promise<Response> | null {
  switch (handlingOf(event.request, origin)) {
    case 'network':
      return null;
    case 'page':
      return pageFor(event);
    case 'picture':
      return fetch(event.request).catch(() => stored(PICTURE));
    case 'file':
      return fileFor(event);
  }
}

async function pageFor(event: FetchEvent): Promise<Response> {
  used.clear();
  try {
    const response = await fetch(event.request);
    if (isAway(response.status)) return await stored(PAGE).catch(() => response);
    event.waitUntil(storePage(response.clone()));
    return response;
  } catch {
    return stored(PAGE);
  }
}

async function fileFor(event: FetchEvent): Promise<Response> {
  used.add(event.request.url);
  const known = await caches.match(event.request);
  if (known !== undefined) return known;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(store(event.request.url, response.clone()));
  return response;
}

/** What is stored under an address; like without a worker, a network error if that is nothing. */
async function stored(path: string): Promise<Response> {
  return (await caches.match(path, { ignoreVary: true })) ?? Response.error();
}

async function store(url: string, response: Response): Promise<void> {
  await (await caches.open(CACHE)).put(url, response);
}

/**
 * Stores a page of the app with its files. Those of another version are removed: only what was there
 * before, for the page may have loaded more than it links to in the meantime.
 */
async function storePage(response: Response): Promise<void> {
  const html = await response.clone().text();
  const files = linkedFiles(html);
  const isApp = response.ok && !response.redirected && files.length > 0;
  const cache = await caches.open(CACHE);
  const before = await (await cache.match(PAGE))?.text();
  if (!isApp || before === html) return;
  const old = (await cache.keys()).map(({ url }) => url);
  // The page comes last: whenever it is there, so is what it needs.
  await storeFiles([...files, PICTURE]);
  await cache.put(PAGE, response);
  if (before === undefined) return;
  const others = outdated(old, [...files, PICTURE, PAGE], used);
  await Promise.all(others.map((url) => cache.delete(url)));
}

/** The browser has most of them already, and does not load them twice. */
async function storeFiles(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const known = await Promise.all(urls.map((url) => cache.match(url)));
  await cache.addAll(urls.filter((_, index) => known[index] === undefined));
}
