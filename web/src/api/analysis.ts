/** Live analysis: the engine's lines as a stream of events. */
import { readEvents } from '../live/serverSentEvents';
import type { AnalysisEvent } from '../wire/AnalysisEvent';
import type { AnalysisRequest } from '../wire/AnalysisRequest';
import { requestStream, UNREACHABLE, type ApiError } from './request';

export interface AnalysisListener {
  readonly event: (event: AnalysisEvent) => void;
  /** Nothing more will come: the server reported an error or cannot be reached. */
  readonly failed: (error: ApiError) => void;
}

/** Starts an analysis. Returns a function that stops it, here and on the server. */
export function streamAnalysis(request: AnalysisRequest, listener: AnalysisListener): () => void {
  const abort = new AbortController();
  void stream(request, listener, abort.signal);
  return () => abort.abort();
}

async function stream(
  request: AnalysisRequest,
  listener: AnalysisListener,
  signal: AbortSignal,
): Promise<void> {
  const result = await requestStream('/api/positions/analysis', { json: request, signal });
  if (signal.aborted) return;
  if (!result.ok) return listener.failed(result.error);
  let isOver = false;
  try {
    await readEvents(result.value, (data) => {
      const event = JSON.parse(data) as AnalysisEvent;
      isOver = event.type === 'done' || event.type === 'no_move' || event.type === 'failed';
      if (!signal.aborted) listener.event(event);
    });
  } catch {
    // The connection was cut; there is nothing more to read.
  }
  if (!isOver && !signal.aborted) listener.failed(UNREACHABLE);
}
