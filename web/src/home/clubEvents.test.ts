import { expect, test } from 'vitest';

import { UNREACHABLE } from '../api/request';
import { MESSAGES } from '../i18n/all';
import type { CompetitionRow } from '../wire/CompetitionRow';
import type { SimulRow } from '../wire/SimulRow';
import { clubEvents, fetchClub, NO_CLUB } from './clubEvents';

function competition(id: string, rounds: number, finished = false): CompetitionRow {
  const at = { created_ms: 0, changed_ms: 0 };
  return { id, name: `Open ${id}`, format: 'swiss', entrants: 8, rounds, finished, ...at };
}

function simul(id: string, state: SimulRow['state']): SimulRow {
  return { id, name: `Simul ${id}`, boards: 12, state, created_ms: 0 };
}

test('only what goes on now is named, each with where it leads', () => {
  const events = clubEvents(MESSAGES.en, {
    competitions: [competition('a', 3), competition('b', 0), competition('c', 5, true)],
    demonstrations: [{ id: 'd', name: 'Endgames', public: true, created_ms: 0 }],
    simuls: [simul('e', 'running'), simul('f', 'over')],
  });
  expect(events.map(({ path, name, about }) => [path, name, about])).toEqual([
    ['/competitions/a', 'Open a', 'Competition, round 3'],
    ['/demo/d', 'Endgames', 'Demonstration board'],
    ['/simul/e', 'Simul e', 'Simul on 12 boards'],
  ]);
});

test('nothing going on is no event', () => {
  expect(clubEvents(MESSAGES.en, NO_CLUB)).toEqual([]);
});

test('what the server does not tell stays as it was known', async () => {
  const known = {
    ...NO_CLUB,
    competitions: [competition('a', 3)],
    simuls: [simul('e', 'running')],
  };
  const fetched = await fetchClub(known, {
    competitions: () => Promise.resolve({ ok: false, error: UNREACHABLE }),
    demonstrations: () => Promise.resolve({ ok: true, value: [] }),
    simuls: () => Promise.resolve({ ok: true, value: [] }),
  });
  expect(fetched).toEqual({ ...NO_CLUB, competitions: known.competitions });
});
