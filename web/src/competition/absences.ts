/** Absences that can be announced. */
import type { AbsenceKind } from '../wire/AbsenceKind';
import type { FormatKind } from '../wire/FormatKind';

const KINDS: Readonly<Record<FormatKind, readonly AbsenceKind[]>> = {
  swiss: ['half_point', 'zero_point', 'full_point'],
  keizer: ['excused', 'club_duty', 'unexcused'],
  round_robin: ['zero_point'],
  knockout: ['zero_point'],
};

/** The absences of a format. Some are for the organizer to give. */
export function absenceKinds(format: FormatKind, organizer: boolean): readonly AbsenceKind[] {
  const own = (kind: AbsenceKind): boolean =>
    kind === 'half_point' || kind === 'zero_point' || kind === 'excused';
  return KINDS[format].filter((kind) => organizer || own(kind));
}
