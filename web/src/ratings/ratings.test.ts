import { expect, test } from 'vitest';

import type { MemberRatings } from '../wire/MemberRatings';
import { graphOf } from './graph';
import { latestOf, playedKinds, ratedWith } from './list';

const DAY = 86_400_000;
const point = (day: number, rating: number, deviation: number, games = 1) => ({
  day_ms: day * DAY,
  rating,
  deviation,
  games,
});

const CLUB: MemberRatings[] = [
  { name: 'Zoë', kinds: [{ kind: 'blitz', points: [point(1, 1500.4, 200)] }] },
  {
    name: 'Émile',
    kinds: [
      { kind: 'blitz', points: [point(1, 1450, 200, 3), point(8, 1500.2, 90, 4)] },
      { kind: 'classical', points: [point(2, 1600, 110)] },
    ],
  },
];

test('each kind of clock has a list, the strongest first, then by name', () => {
  expect(playedKinds(CLUB)).toEqual(['classical', 'blitz']);
  const blitz = ratedWith('blitz', CLUB, 'fr');
  expect(blitz.map(({ name, rating }) => [name, rating])).toEqual([
    ['Émile', 1500],
    ['Zoë', 1500],
  ]);
  expect(ratedWith('rapid', CLUB, 'en')).toEqual([]);
});

test('the latest rating counts, with all games and what is uncertain about it', () => {
  const [, emile] = CLUB;
  const blitz = emile?.kinds[0] ?? { kind: 'blitz', points: [] };
  const latest = latestOf('Émile', blitz);
  expect(latest).toMatchObject({ rating: 1500, margin: 180, provisional: false, games: 7 });
  expect(latest?.lastDay).toBe(8 * DAY);
  expect(latestOf('Zoë', { kind: 'blitz', points: [point(1, 1500, 111)] })?.provisional).toBe(true);
  expect(latestOf('Zoë', { kind: 'blitz', points: [] })).toBeNull();
});

test('the graph has time on one axis and round numbers on the other', () => {
  const graph = graphOf([point(0, 1500, 100), point(5, 1600, 50), point(20, 1550, 50)]);
  expect(graph.dots.map(({ x }) => x)).toEqual([0, 25, 100]);
  expect(graph.line).toBe('M0 50L25 25L100 37.5');
  expect(graph.band).toBe('M0 0L25 0L100 12.5L100 62.5L25 50L0 100Z');
  expect(graph.scale.map(({ rating }) => rating)).toEqual([1300, 1400, 1500, 1600, 1700]);
});

test('one evening, and a rating that hardly moves, have a graph as well', () => {
  const one = graphOf([point(3, 1500, 60)]);
  expect(one.dots).toEqual([{ x: 50, y: 50 }]);
  const flat = graphOf([point(0, 1500, 1), point(1, 1501, 1)]);
  expect(flat.scale.map(({ rating }) => rating)).toEqual([1475, 1500, 1525, 1550]);
  for (const { y } of flat.scale) expect(y).toBeGreaterThanOrEqual(0);
});
