import { expect, test } from 'vitest';

import { randomId, randomSecret } from './random';

test('ids and secrets are what the server reads, and never the same', () => {
  const ids = Array.from({ length: 100 }, randomId);
  const secrets = Array.from({ length: 100 }, randomSecret);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{16}$/);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(new Set([...ids, ...secrets]).size).toBe(200);
});
