/** Requests to the server. An answer is a value or a problem with a sentence; nothing throws. */
import type { Code } from '../wire/Code';
import type { ErrorBody } from '../wire/ErrorBody';

/** Why there is no value: the server said no, or it was not the server that answered. */
export interface ApiError {
  readonly code: Code | 'unreachable' | 'unreadable';
  /** The server's sentence. */
  readonly message: string;
  /** What the sentence names. */
  readonly values: readonly string[];
}

export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: ApiError };

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly json?: unknown;
  /** Bytes that are sent as they are. */
  readonly body?: Blob;
  /** The secret of a seat. It goes into a header, since addresses are written down everywhere. */
  readonly secret?: string | null;
  /** The secret of the studies of this browser. */
  readonly studySecret?: string;
  /** Ends the request, and the reading of its answer. */
  readonly signal?: AbortSignal;
}

/** Nobody answers. */
export const UNREACHABLE: ApiError = { code: 'unreachable', message: '', values: [] };

/** Those who want to know of every refusal, besides whoever asked. */
const listeners: ((problem: ApiError) => void)[] = [];

export function onRefusal(listener: (problem: ApiError) => void): void {
  listeners.push(listener);
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

/** Asks, and takes the answer as a stream of bytes. */
export async function askStream(
  path: string,
  asked: Asked = {},
): Promise<Answer<ReadableStream<Uint8Array>>> {
  return request(path, asked, ({ body }) => Promise.resolve(body ?? new ReadableStream()));
}

async function request<T>(
  path: string,
  asked: Asked,
  read: (response: Response) => Promise<T>,
): Promise<Answer<T>> {
  try {
    const response = await fetch(path, options(asked));
    if (response.ok) return { ok: true, value: await read(response) };
    const { status, statusText } = response;
    return { ok: false, problem: refused({ status, statusText, text: await response.text() }) };
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
}

function options({ method, json, body: bytes, secret, studySecret, signal }: Asked): RequestInit {
  const headers = new Headers();
  const body = json === undefined ? bytes : JSON.stringify(json);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (secret != null) headers.set('x-seat-secret', secret);
  if (studySecret !== undefined) headers.set('x-study-secret', studySecret);
  const how = method ?? (body === undefined ? 'GET' : 'POST');
  return {
    method: how,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** An answer that is a refusal. */
interface Refusal {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
}

/** Why a request was refused. Everybody who wants to know of refusals gets to know. */
export function refused(answer: Refusal): ApiError {
  const problem = problemOf(answer);
  for (const listener of listeners) listener(problem);
  return problem;
}

/** Whatever stands between us and the server may answer in its own way. */
function problemOf({ status, statusText, text }: Refusal): ApiError {
  try {
    const { code, message, values } = JSON.parse(text) as Partial<ErrorBody>;
    if (code !== undefined && typeof message === 'string') {
      return { code, message, values: Array.isArray(values) ? values.map(String) : [] };
    }
  } catch {
    // It was no JSON, and is told by its number.
  }
  const message = `${status} ${statusText}`.trim();
  return { code: 'unreadable', message, values: [] };
}
