import { expect, test } from 'vitest';

import { FIRST_STUDIES, studiesBy } from './studies';

test('names are ordered from A, numbers and dates from the top, and the same again turns around', () => {
  const byName = studiesBy({ ...FIRST_STUDIES, offset: 50 }, 'name');
  expect(byName).toMatchObject({ sort: 'name', descending: false, offset: 0 });
  expect(studiesBy(byName, 'name').descending).toBe(true);
  expect(studiesBy(byName, 'moves').descending).toBe(true);
  expect(studiesBy(FIRST_STUDIES, 'changed').descending).toBe(false);
});
