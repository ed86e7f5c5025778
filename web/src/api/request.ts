/** Requests to the server. A result is a value or an error; nothing throws. */
import type { ErrorCode } from '../wire/ErrorCode';
import type { ErrorBody } from '../wire/ErrorBody';
import type { ErrorDetail } from '../wire/ErrorDetail';

/** Why there is no value: the server's error, or no answer from the server at all. */
export interface ApiError {
  readonly code: ErrorCode | 'unreachable' | 'unreadable';
  /** The server's message, in English. */
  readonly message: string;
  /** The values in the message, for texts in other languages. */
  readonly values: readonly string[];
  /** What exactly is wrong, where the code stands for many reasons. */
  readonly detail?: ErrorDetail | null;
}

export type ApiResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ApiError };

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly json?: unknown;
  /** Bytes that are sent as they are. */
  readonly body?: Blob;
  /** The secret of a seat, which goes into a header because addresses end up in logs. */
  readonly secret?: string | null;
  /** The secret of the studies of this browser. */
  readonly studySecret?: string;
  /** Aborts the request, and the reading of its response. */
  readonly signal?: AbortSignal;
}

export const UNREACHABLE: ApiError = { code: 'unreachable', message: '', values: [] };

const listeners: ((error: ApiError) => void)[] = [];

/** Calls a listener for every error of the server, besides returning it. */
export function onApiError(listener: (error: ApiError) => void): void {
  listeners.push(listener);
}

/** Sends a request and reads the response as JSON. */
export async function request<T>(
  path: string,
  options: RequestOptions = {},
): Promise<ApiResult<T>> {
  return send(path, options, async (response) =>
    response.status === 204 ? (undefined as T) : ((await response.json()) as T),
  );
}

/** Sends a request and reads the response as text. */
export async function requestText(
  path: string,
  options: RequestOptions = {},
): Promise<ApiResult<string>> {
  return send(path, options, (response) => response.text());
}

/** Sends a request and returns the response as a stream of bytes. */
export async function requestStream(
  path: string,
  options: RequestOptions = {},
): Promise<ApiResult<ReadableStream<Uint8Array>>> {
  return send(path, options, ({ body }) => Promise.resolve(body ?? new ReadableStream()));
}

async function send<T>(
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<T>,
): Promise<ApiResult<T>> {
  try {
    const response = await fetch(path, fetchOptions(options));
    if (response.ok) return { ok: true, value: await read(response) };
    const { status, statusText } = response;
    return { ok: false, error: reportError({ status, statusText, text: await response.text() }) };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

function fetchOptions({
  method,
  json,
  body: bytes,
  secret,
  studySecret,
  signal,
}: RequestOptions): RequestInit {
  const headers = new Headers();
  const body = json === undefined ? bytes : JSON.stringify(json);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (secret != null) headers.set('x-seat-secret', secret);
  if (studySecret !== undefined) headers.set('x-study-secret', studySecret);
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  };
}

interface ErrorResponse {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
}

/** Reads the error of a response, and notifies the listeners. */
export function reportError(response: ErrorResponse): ApiError {
  const error = errorOf(response);
  for (const listener of listeners) listener(error);
  return error;
}

/**
 * What a proxy responds in place of a server that is away. The service worker has its own list: it is
 * one file, which shares no code with the pages.
 */
const AWAY: readonly number[] = [502, 503, 504];

/** A proxy in between may respond in a format of its own. */
function errorOf({ status, statusText, text }: ErrorResponse): ApiError {
  try {
    const { code, message, values, detail } = JSON.parse(text) as Partial<ErrorBody>;
    if (code !== undefined && typeof message === 'string') {
      const texts = Array.isArray(values) ? values.map(String) : [];
      return { code, message, values: texts, detail: detail ?? null };
    }
  } catch {
    // Not JSON: fall back to the status.
  }
  if (AWAY.includes(status)) return UNREACHABLE;
  const message = `${status} ${statusText}`.trim();
  return { code: 'unreadable', message, values: [] };
}
