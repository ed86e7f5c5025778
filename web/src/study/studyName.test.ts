import { expect, test } from 'vitest';

import { updatedStudyName, studyNameOf } from './studyName';

const tags = (...pairs: (readonly [string, string])[]) =>
  pairs.map(([name, value]) => ({ name, value }));
const bare = { tags: [], opening: null, untitled: 'Analysis, Nov 16', player: 'Player' };

test('a study is named after its players, its opening or the day', () => {
  for (const [titled, name] of [
    [bare, 'Analysis, Nov 16'],
    [{ ...bare, opening: 'Sicilian' }, 'Sicilian'],
    [
      { ...bare, opening: 'Sicilian', tags: tags(['White', 'Tal'], ['Black', '?']) },
      'Tal – Player',
    ],
    [{ ...bare, tags: tags(['White', '?'], ['Black', ' ']) }, 'Analysis, Nov 16'],
    [{ ...bare, tags: tags(['White', 'Tal'], ['StudyName', 'Best games']) }, 'Best games'],
  ] as const) {
    expect(studyNameOf(titled)).toBe(name);
  }
  expect(studyNameOf({ ...bare, opening: 'x'.repeat(300) }).length).toBe(200);
});

test('a name follows the opening until somebody gives another', () => {
  const [pawn, sicilian] = [
    { ...bare, opening: 'King’s pawn' },
    { ...bare, opening: 'Sicilian' },
  ];
  expect(updatedStudyName('Analysis, Nov 16', bare, pawn)).toBe('King’s pawn');
  expect(updatedStudyName('Analysis, Nov 16', pawn, sicilian), 'it was not known before').toBe(
    'Sicilian',
  );
  expect(updatedStudyName('King’s pawn', pawn, sicilian)).toBe('Sicilian');
  expect(updatedStudyName('Mine', pawn, sicilian)).toBe('Mine');
});
