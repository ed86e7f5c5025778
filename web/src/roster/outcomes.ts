/** How many rows of a spreadsheet have which outcome. */
import type { RosterOutcome } from '../wire/RosterOutcome';
import type { RosterRow } from '../wire/RosterRow';

export type OutcomeCounts = Readonly<Record<RosterOutcome['type'], number>>;

export function countOutcomes(rows: readonly RosterRow[]): OutcomeCounts {
  const counts = { new: 0, changed: 0, unchanged: 0, error: 0 };
  for (const { outcome } of rows) counts[outcome.type] += 1;
  return counts;
}

/** The rows with errors first, each kind in the order of the file. */
export function errorsFirst(rows: readonly RosterRow[]): RosterRow[] {
  const isError = ({ outcome }: RosterRow): boolean => outcome.type === 'error';
  return [...rows.filter(isError), ...rows.filter((row) => !isError(row))];
}
