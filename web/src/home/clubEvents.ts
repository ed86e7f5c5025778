/** What is going on in the club: running competitions, open demonstration boards, and simuls. */
import { listCompetitions, listDemonstrations, listSimuls } from '../api/club';
import type { Messages } from '../i18n/messages';
import { competitionPath, demonstrationPath, simulPath } from '../router';
import type { CompetitionRow } from '../wire/CompetitionRow';
import type { DemonstrationRow } from '../wire/DemonstrationRow';
import type { SimulRow } from '../wire/SimulRow';

/** How many of each kind are shown. */
const MAX_SHOWN = 3;

export interface ClubRows {
  readonly competitions: readonly CompetitionRow[];
  readonly demonstrations: readonly DemonstrationRow[];
  readonly simuls: readonly SimulRow[];
}

export interface ClubEvent {
  readonly path: string;
  readonly icon: 'trophy' | 'screen' | 'people';
  readonly name: string;
  /** What it is, and how far. */
  readonly about: string;
}

export const NO_CLUB: ClubRows = { competitions: [], demonstrations: [], simuls: [] };

const LISTS = {
  competitions: listCompetitions,
  demonstrations: listDemonstrations,
  simuls: listSimuls,
} as const;

/** Fetches what the user may see. What the server does not tell stays as it was known. */
export async function fetchClub(known: ClubRows, lists: typeof LISTS = LISTS): Promise<ClubRows> {
  const [competitions, demonstrations, simuls] = await Promise.all([
    lists.competitions(),
    lists.demonstrations(),
    lists.simuls(),
  ]);
  return {
    competitions: competitions.ok ? competitions.value : known.competitions,
    demonstrations: demonstrations.ok ? demonstrations.value : known.demonstrations,
    simuls: simuls.ok ? simuls.value : known.simuls,
  };
}

/** Those that go on now, each kind in the order of the server. */
export function clubEvents(
  { homeBoard: { club } }: Messages,
  { competitions, demonstrations, simuls }: ClubRows,
): readonly ClubEvent[] {
  const running = competitions.filter(({ finished, rounds }) => !finished && rounds > 0);
  return [
    ...running.slice(0, MAX_SHOWN).map(({ id, name, rounds }) => ({
      path: competitionPath(id),
      icon: 'trophy' as const,
      name,
      about: club.competition(rounds),
    })),
    ...demonstrations.slice(0, MAX_SHOWN).map(({ id, name }) => ({
      path: demonstrationPath(id),
      icon: 'screen' as const,
      name,
      about: club.demonstration,
    })),
    ...simuls
      .filter(({ state }) => state === 'running')
      .slice(0, MAX_SHOWN)
      .map(({ id, name, boards }) => ({
        path: simulPath(id),
        icon: 'people' as const,
        name,
        about: club.simul(boards),
      })),
  ];
}
