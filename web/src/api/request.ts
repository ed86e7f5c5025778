/** Requests to the server. An answer is a value or a problem with a sentence; nothing throws. */
import type { Problem } from '../wire/Problem';

export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly json?: unknown;
  /** Text that is sent as it is. */
  readonly text?: string;
  /** The secret of a seat. It goes into a header, since addresses are written down everywhere. */
  readonly secret?: string | null;
}

/** Asks, and reads the answer as JSON. */
export async function ask<T>(path: string, asked: Asked = {}): Promise<Answer<T>> {
  return request(path, asked, async (response) =>
    response.status === 204 ? (undefined as T) : ((await response.json()) as T),
  );
}

/** Asks, and takes the answer as text. */
export async function askText(path: string, asked: Asked = {}): Promise<Answer<string>> {
  return request(path, asked, (response) => response.text());
}

async function request<T>(
  path: string,
  asked: Asked,
  read: (response: Response) => Promise<T>,
): Promise<Answer<T>> {
  try {
    const response = await fetch(path, options(asked));
    if (response.ok) return { ok: true, value: await read(response) };
    return { ok: false, problem: await problemOf(response) };
  } catch {
    return { ok: false, problem: { code: 'unreachable', message: '' } };
  }
}

function options({ method, json, text, secret }: Asked): RequestInit {
  const headers = new Headers();
  const body = json === undefined ? text : JSON.stringify(json);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (secret != null) headers.set('x-seat-secret', secret);
  const how = method ?? (body === undefined ? 'GET' : 'POST');
  return body === undefined ? { method: how, headers } : { method: how, headers, body };
}

/** Whatever stands between us and the server may answer in its own way. */
async function problemOf(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (typeof problem.code === 'string' && typeof problem.message === 'string') {
      return { code: problem.code, message: problem.message };
    }
  } catch {
    // It was no JSON, and is told by its number.
  }
  return { code: `http_${response.status}`, message: `${response.status} ${response.statusText}` };
}
