import { expect, test } from 'vitest';

import { suggestPassword } from './password';

test('a suggested password is long enough, easily read, and another one every time', () => {
  const made = new Set(Array.from({ length: 200 }, () => suggestPassword(crypto)));
  expect(made.size).toBe(200);
  for (const password of made) expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
  expect([...made].join('')).not.toMatch(/[ilo01]/);
});
