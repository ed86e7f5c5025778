/** Live analysis of a position, as the analysis board shows it. */
import type { ApiError } from '../api/request';
import { squaresOf } from '../game/placement';
import type { AnalysisEvent } from '../wire/AnalysisEvent';
import type { AnalysisLine } from '../wire/AnalysisLine';
import type { PositionView } from '../wire/PositionView';

/** The engine's lines at one depth. */
export interface AnalysisInfo {
  readonly depth: number;
  readonly nodes: number;
  readonly nodes_per_second: number;
  readonly lines: readonly AnalysisLine[];
}

export type Stage = 'requested' | 'waiting' | 'thinking' | 'done' | 'no_move' | 'failed';

export interface LiveAnalysis {
  readonly stage: Stage;
  readonly info: AnalysisInfo | null;
  /** Why the analysis failed. */
  readonly error: ApiError | null;
}

/** A new analysis, with what is cached about the position. */
export function started(known: AnalysisInfo | null): LiveAnalysis {
  return { stage: 'requested', info: known, error: null };
}

/** The analysis after an event. It never falls back to a lower depth. */
export function updated(analysis: LiveAnalysis, event: AnalysisEvent): LiveAnalysis {
  switch (event.type) {
    case 'update': {
      const { type: _, ...found } = event;
      const isDeeper = found.depth >= (analysis.info?.depth ?? 0);
      return { stage: 'thinking', error: null, info: isDeeper ? found : analysis.info };
    }
    case 'failed':
      return failed(analysis, event.error);
    default:
      return { ...analysis, stage: event.type };
  }
}

export function failed(analysis: LiveAnalysis, error: ApiError): LiveAnalysis {
  return { ...analysis, stage: 'failed', error };
}

/** The first moves of the lines, the best one first, each once. */
export function arrowsOf(info: AnalysisInfo | null): (readonly [string, string])[] {
  const firsts = info?.lines.map(({ moves }) => moves[0]?.uci ?? '') ?? [];
  const squares = new Set(firsts.map((uci) => uci.slice(0, 4)).filter((uci) => uci !== ''));
  return [...squares].map((uci) => {
    const { from, to } = squaresOf(uci);
    return [from, to] as const;
  });
}

/**
 * White's share of the bar in percent: by the engine, or by the rules where the game is over. A mate
 * leaves nothing to the other side.
 */
export function barPercent(info: AnalysisInfo | null, view: PositionView | null): number {
  if (view?.ending === 'checkmate') return view.turn === 'white' ? 0 : 100;
  if (view?.ending != null) return 50;
  const best = info?.lines[0];
  if (best?.value.type === 'mate') return best.value.moves > 0 ? 100 : 0;
  return best?.win_percent ?? 50;
}

/** A number that is read at a glance: `950`, `12.3 k`, `4.56 M`. */
/** Positions per second, in short: `784 kn/s`. */
export function speedText(nodesPerSecond: number): string {
  return `${shortCount(nodesPerSecond)}${nodesPerSecond < 1000 ? ' ' : ''}n/s`;
}

export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  const [share, unit] = count < 1e6 ? [count / 1e3, 'k'] : [count / 1e6, 'M'];
  return `${share.toFixed(share < 10 ? 2 : share < 100 ? 1 : 0)} ${unit}`;
}
