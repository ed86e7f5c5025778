/** An engine that is watched while it thinks about a position. */
import { readEvents } from '../live/events';
import type { AnalysisEvent } from '../wire/AnalysisEvent';
import type { AnalysisRequest } from '../wire/AnalysisRequest';
import { askStream, UNREACHABLE, type ApiError } from './request';

/** What somebody hears who watches. */
export interface Watching {
  readonly event: (event: AnalysisEvent) => void;
  /** Nothing more will come, because the server said no or cannot be reached. */
  readonly refused: (problem: ApiError) => void;
}

/** Watches an engine think. Gives what ends it, here and at the server. */
export function watchAnalysis(request: AnalysisRequest, watching: Watching): () => void {
  const end = new AbortController();
  void watch(request, watching, end.signal);
  return () => end.abort();
}

async function watch(
  request: AnalysisRequest,
  { event, refused }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const answer = await askStream('/api/positions/analysis', { json: request, signal });
  if (signal.aborted) return;
  if (!answer.ok) return refused(answer.problem);
  let isOver = false;
  try {
    await readEvents(answer.value, (data) => {
      const told = JSON.parse(data) as AnalysisEvent;
      isOver = told.type === 'done' || told.type === 'no_move' || told.type === 'failed';
      if (!signal.aborted) event(told);
    });
  } catch {
    // The line was cut; there is nothing to read any more.
  }
  if (!isOver && !signal.aborted) refused(UNREACHABLE);
}
