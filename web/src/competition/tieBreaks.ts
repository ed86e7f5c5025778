/** The tie-breaks that an organizer can choose, by the acronyms of FIDE. */
import type { CompetitionSettings } from '../wire/CompetitionSettings';
import type { FormatKind } from '../wire/FormatKind';

export const TIE_BREAKS = [
  'BH/C1',
  'BH',
  'BH/C2',
  'BH/M1',
  'BH/M2',
  'FB',
  'AOB',
  'DE',
  'SB',
  'SB/C1',
  'WIN',
  'WON',
  'BPG',
  'BWG',
  'PS',
  'PS/C1',
  'KS',
  'ARO',
  'ARO/C1',
  'TPR',
  'REP',
  'RTNG',
  'TPN',
] as const;

const USUAL: Readonly<Record<FormatKind, readonly string[]>> = {
  swiss: ['BH/C1', 'BH', 'DE', 'SB', 'WIN'],
  round_robin: ['DE', 'WIN', 'SB'],
  keizer: [],
  knockout: [],
};

/** The tie-breaks of the settings, or the usual ones of the format. */
export function tieBreaksOf(settings: CompetitionSettings): readonly string[] {
  return settings.tie_breaks ?? USUAL[settings.format.type];
}

/** Whether tie-breaks decide in a format at all. */
export function hasTieBreaks(format: FormatKind): boolean {
  return format === 'swiss' || format === 'round_robin';
}

/** A list with one item moved by one place; out of the list nothing moves. */
export function moved(list: readonly string[], index: number, by: -1 | 1): readonly string[] {
  const target = index + by;
  const item = list[index];
  if (item === undefined || target < 0 || target >= list.length) return list;
  const rest = list.filter((_, at) => at !== index);
  return [...rest.slice(0, target), item, ...rest.slice(target)];
}
