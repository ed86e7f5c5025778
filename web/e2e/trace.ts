/** What the browser did while something went on, from its own trace: `frames.ts` and `start-up.ts` read it. */
import type { CDPSession } from 'playwright-core';

export interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly pid: number;
  /** When it began and how long it took, in microseconds of the clock on the wall. */
  readonly ts: number;
  readonly dur?: number;
  /** The time of the processor, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Traces an action. `categories` name what is recorded. */
export async function trace(
  session: CDPSession,
  categories: readonly string[],
  action: () => Promise<void>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories, '__metadata'] },
  });
  await action();
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** What ran on the main threads of pages. */
export function onMainThreads(events: readonly TraceEvent[]): TraceEvent[] {
  const isMain = (event: TraceEvent): boolean => event.args?.name === 'CrRendererMain';
  const threads = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  return events.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
}

/** The tasks among them, of which each keeps the page from everything else while it runs. */
export function tasksOf(events: readonly TraceEvent[]): TraceEvent[] {
  return events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
}
