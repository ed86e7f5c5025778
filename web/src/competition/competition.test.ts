import { expect, test } from 'vitest';

import { gridRows, roundRows } from './crosstable';
import { timeOf, clockOf, usualFormat } from './draft';
import { board, competition, round } from './fixture';
import { parseGuests } from './guests';
import { ownAbsence, ownGames } from './ownGame';
import { columnTexts, pointsText, reportOf, resultText } from './results';
import { entrantsInOrder, membersByGroup } from './roster';
import {
  countedRounds,
  nextRound,
  roundsOf,
  scoresBefore,
  suggestedRounds,
  tiedMatches,
} from './rounds';
import { nameLengths, slidesOf } from './slides';
import { moved, tieBreaksOf } from './tieBreaks';

// req: C8
test('the suggested rounds tell a winner and are never more than opponents', () => {
  for (const [players, rounds] of [
    [0, 5],
    [2, 1],
    [3, 3],
    [4, 3],
    [6, 4],
    [8, 4],
    [10, 6],
    [30, 7],
    [64, 8],
    [200, 10],
  ] as const) {
    expect(suggestedRounds(players), `${players} players`).toBe(rounds);
  }
});

test('the rounds of a format follow from the number of players', () => {
  const robin = usualFormat('round_robin', 0);
  expect(roundsOf(robin, 6)).toBe(5);
  expect(roundsOf(robin, 5)).toBe(5);
  expect(roundsOf({ type: 'round_robin', double: true }, 5)).toBe(10);
  expect(roundsOf(usualFormat('knockout', 0), 9)).toBe(4);
});

test('another round waits for results, decisions and players', () => {
  const ready = competition(4);
  expect(nextRound(ready)).toEqual({ type: 'ready', round: 1 });
  const open = competition(4, { rounds: [round([1, 2, 'draw'], [3, 4])] });
  expect(nextRound(open)).toEqual({ type: 'missing', round: 1, count: 1 });
  const done = round([1, 2, 'draw'], [3, 4, 'white_wins']);
  expect(nextRound(competition(4, { rounds: [done] }))).toEqual({ type: 'ready', round: 2 });
  const last = competition(4, { rounds: [done], planned_rounds: 1 });
  expect(nextRound(last)).toEqual({ type: 'all_paired' });
  expect(nextRound(competition(1))).toEqual({ type: 'too_few' });
  expect(nextRound(competition(4, { finished: true }))).toEqual({ type: 'finished' });
});

test('a tied match of a knockout is found by its first board, until it is decided', () => {
  const settings = { ...competition(0).settings, format: usualFormat('knockout', 4) };
  const games = round([1, 2, 'white_wins'], [2, 1, 'white_wins'], [3, 4, 'draw'], [4, 3]);
  const view = competition(4, { settings, rounds: [games] });
  expect(tiedMatches(view, 1)).toEqual([1]);
  const decided = games.boards.map((one, at) => (at === 0 ? { ...one, advances: 2 } : one));
  expect(tiedMatches({ ...view, rounds: [{ ...games, boards: decided }] }, 1)).toEqual([]);
  expect(tiedMatches(competition(4, { rounds: [games] }), 1)).toEqual([]);
});

test('scores before a round count results and byes', () => {
  const first = {
    ...round([1, 2, 'draw'], [3, 4, 'black_wins_by_forfeit']),
    unpaired: [
      { id: 5, reason: 'bye' },
      { id: 6, reason: 'half_point' },
      { id: 7, reason: 'zero_point' },
    ],
  } as const;
  const rounds = [{ boards: first.boards, unpaired: [...first.unpaired] }, round([1, 2])];
  const scores = scoresBefore(competition(7, { rounds }), 2);
  expect([1, 2, 3, 4, 5, 6, 7].map((id) => scores.get(id))).toEqual([5, 5, 0, 10, 10, 5, 0]);
  expect(scoresBefore(competition(7, { rounds }), 1).size).toBe(0);
});

test('standings count a round from its first result on', () => {
  const done = round([1, 2, 'draw'], [3, 4, 'draw']);
  const counted = (last: ReturnType<typeof round>) =>
    countedRounds(competition(4, { rounds: [done, last] }));
  expect(counted(round([1, 3], [2, 4]))).toEqual({ rounds: 1, isOpen: false });
  expect(counted(round([1, 3, 'draw'], [2, 4]))).toEqual({ rounds: 2, isOpen: true });
  expect(counted(done)).toEqual({ rounds: 2, isOpen: false });
});

// req: C8
test('a player reports, confirms, waits or disagrees', () => {
  const seen = (change: Parameters<typeof board>[2], entrant = 1) => {
    const rounds = [{ boards: [board(1, 2, change)], unpaired: [] }];
    return ownGames(competition(2, { rounds, caller: { organizer: false, entrant } }))[0]?.state;
  };
  const reports = { white: 'draw', black: null } as const;
  expect(seen({})).toEqual({ type: 'report' });
  expect(seen({ reports })).toEqual({ type: 'waiting', result: 'draw', by: 'opponent' });
  expect(seen({ reports }, 2)).toEqual({ type: 'confirm', result: 'draw' });
  const both = { white: 'draw', black: 'black_wins' } as const;
  const disputed = { type: 'disputed', own: 'black_wins', other: 'draw' };
  expect(seen({ reports: both, disputed: true }, 2)).toEqual(disputed);
  expect(seen({ game: 'g' })).toEqual({ type: 'play', game: 'g' });
  expect(seen({ game: 'g', result: 'draw' })).toEqual({ type: 'decided', result: 'draw' });
  expect(seen({}, 3)).toBeUndefined();
  const rounds = [{ boards: [], unpaired: [{ id: 1, reason: 'bye' as const }] }];
  const free = competition(1, { rounds, caller: { organizer: false, entrant: 1 } });
  expect(ownAbsence(free)).toBe('bye');
});

test('whoever plays a guest waits for the organizer, since guests cannot report', () => {
  const reports = { white: 'draw', black: null } as const;
  const rounds = [{ boards: [board(1, 2, { reports })], unpaired: [] }];
  const view = competition(2, { rounds, caller: { organizer: false, entrant: 1 } });
  const entrants = view.entrants.map((one) => (one.id === 2 ? { ...one, member: false } : one));
  const [own] = ownGames({ ...view, entrants });
  expect(own?.state).toEqual({ type: 'waiting', result: 'draw', by: 'organizer' });
});

test('a report from the own side is a result', () => {
  expect(reportOf('won', 'white')).toBe('white_wins');
  expect(reportOf('won', 'black')).toBe('black_wins');
  expect(reportOf('lost', 'black')).toBe('white_wins');
  expect(reportOf('drew', 'black')).toBe('draw');
});

test('results and points are written as on score sheets', () => {
  expect(resultText('white_wins')).toBe('1–0');
  expect(resultText('black_wins_by_forfeit')).toBe('− +');
  expect(pointsText('2.5', 'en')).toBe('2½');
  expect(pointsText('0.5', 'de')).toBe('½');
  expect(pointsText('3', 'fr')).toBe('3');
  expect(pointsText('3.0', 'fr')).toBe('3');
  expect(pointsText('1.2', 'fr')).toBe('1,2');
});

test('the numbers of a column are all written in the same way', () => {
  expect(columnTexts(['2.0', '10.5', '0.25', '9.75', null], 'de')).toEqual([
    '2',
    '10½',
    '¼',
    '9¾',
    null,
  ]);
  expect(columnTexts(['7', '7.5', '7.33'], 'de')).toEqual(['7', '7,5', '7,33']);
  expect(columnTexts(['0', '0.0'], 'en')).toEqual(['0', '0']);
});

// req: C8
test('the cross table shows opponents, colors and results, round by round', () => {
  const rounds = [round([1, 2, 'white_wins']), round([3, 1])];
  rounds[0]?.unpaired.push({ id: 3, reason: 'bye' });
  const [first, second, third] = roundRows(competition(3, { rounds }));
  expect(first?.rounds).toEqual([
    [{ type: 'game', opponent: 2, row: 2, color: 'white', sign: '1' }],
    [{ type: 'game', opponent: 3, row: 3, color: 'black', sign: null }],
  ]);
  expect(second?.rounds[1]).toEqual([{ type: 'none' }]);
  expect(third?.rounds[0]).toEqual([{ type: 'unpaired', reason: 'bye' }]);
});

test('the cross table tells opponents apart who share a place', () => {
  const view = competition(4, { rounds: [round([1, 2, 'draw'], [3, 4, 'draw'])] });
  const standings = view.standings.map((line) => ({ ...line, place: 1 }));
  const rows = roundRows({ ...view, standings }).map(({ rounds }) => rounds[0]?.[0]);
  expect(rows.map((cell) => (cell?.type === 'game' ? cell.row : null))).toEqual([2, 1, 4, 3]);
});

test('the grid of a round robin has both games of a pair', () => {
  const rounds = [round([1, 2, 'draw']), round([2, 1, 'white_wins'])];
  const rows = gridRows(competition(3, { rounds }));
  expect(rows.map(({ cells }) => cells)).toEqual([
    [null, ['½', '0'], []],
    [['½', '1'], null, []],
    [[], [], null],
  ]);
});

test('guests are read line by line, and what is wrong is named', () => {
  expect(parseGuests(' Ada Miller , 1450\n\nBen\tCole;\nCleo;1200')).toEqual({
    type: 'rating',
    line: 'Ben\tCole;',
  });
  expect(parseGuests('Ada Miller, 1450\n\nBen')).toEqual([
    { name: 'Ada Miller', group: null, rating: 1450 },
    { name: 'Ben', group: null, rating: null },
  ]);
  expect(parseGuests('Ada, strong')).toEqual({ type: 'rating', line: 'Ada, strong' });
  expect(parseGuests('Ada, 9999')).toEqual({ type: 'rating', line: 'Ada, 9999' });
  expect(parseGuests('Ada\nada')).toEqual({ type: 'twice', name: 'ada' });
});

test('members are found by name or group, those without a group last', () => {
  const members = [{ name: 'Zoe' }, { name: 'Bo', group: '10b' }, { name: 'Al', group: '9a' }];
  const groups = membersByGroup(members, '', 'en').map(({ group }) => group);
  expect(groups).toEqual(['9a', '10b', '']);
  expect(membersByGroup(members, '9A', 'en')).toEqual([{ group: '9a', members: [members[2]] }]);
});

test('players without a starting number come by rating, then by name as the language sorts them', () => {
  const [first] = competition(1).entrants;
  if (first === undefined) throw new Error('no entrant');
  const names = ['Zoë', 'Émile', 'Noor', 'Bo'];
  const entrants = names.map((name, id) => ({
    ...first,
    id,
    name,
    starting_number: null,
    rating: name === 'Noor' ? 1500 : null,
  }));
  const order = entrantsInOrder(entrants, false, 'fr').map(({ name }) => name);
  expect(order).toEqual(['Noor', 'Bo', 'Émile', 'Zoë']);
});

test('long lists are shown in pages of about the same length', () => {
  expect(slidesOf([['pairings', 13]]).map(({ start, count }) => [start, count])).toEqual([
    [0, 7],
    [7, 6],
  ]);
  const both = slidesOf([
    ['pairings', 3],
    ['standings', 0],
  ]);
  expect(both).toHaveLength(1);
});

test('names are measured on one line, and on two that are as even as their words allow', () => {
  for (const [names, one, two] of [
    [['Noor', 'Émile Béranger'], 14, 10],
    [['Maximiliane Zimmermann-Lenz'], 27, 15],
    [['Anna-Lena Zimmermann'], 20, 10],
    [['Wolfeschlegelsteinhausen'], 24, 24],
    [[], 10, 10],
  ] as const) {
    expect(nameLengths(names), names.join()).toEqual({ one, two });
  }
});

test('tie-breaks move by one place and stay in the list', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(tieBreaksOf(competition(0).settings)[0]).toBe('BH/C1');
});

test('a clock has minutes and seconds, and always some time', () => {
  expect(clockOf(timeOf(15, 10))).toEqual([15, 10]);
  expect(timeOf(0, 0)).toEqual({ base_ms: 60_000, bonus: { type: 'none' } });
});
