/**
 * Which requests the service worker answers, and how. Only the app itself is ever stored: its page
 * and its files, which are the same for everybody. What the API answers is never seen here.
 */

/**
 * How a request is answered: by the network alone; a page or a picture by the network, and from the
 * cache while the server is away; a file whose name changes with its content from the cache.
 */
export type Handling = 'network' | 'page' | 'picture' | 'file';

/** The parts of a request that matter. */
export type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

const FILES = '/assets/';
/** The logo in the header. */
export const PICTURE = '/icon.svg';
/** Addresses that are not pages of the app. */
const NO_PAGES = ['/api/', '/start/', '/health', '/metrics'];

export function handlingOf({ method, mode, url }: Asked, origin: string): Handling {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'network';
  const path = address.pathname;
  if (path.startsWith(FILES)) return 'file';
  if (path === PICTURE) return 'picture';
  const isPage = mode === 'navigate' && !NO_PAGES.some((start) => path.startsWith(start));
  return isPage ? 'page' : 'network';
}

/** The files that a page of the app links to; none in a page of somebody else. */
export function linkedFiles(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

/** The addresses among those that a page has loaded which are files of the app. */
export function filesAmong(urls: unknown, origin: string): string[] {
  const texts = Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : [];
  return texts.filter((url) => url.startsWith(`${origin}${FILES}`));
}

/**
 * What to remove after an update, of what was stored before it: neither what the new page links to,
 * nor what pages have used since, such as the texts of the language, which may be as they were.
 */
export function outdated(
  before: readonly string[],
  linked: readonly string[],
  used: ReadonlySet<string>,
): string[] {
  return before.filter((url) => !linked.includes(new URL(url).pathname) && !used.has(url));
}

/** A proxy answers for a server that does not. */
export function isAway(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
