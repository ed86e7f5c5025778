import { expect, test } from 'vitest';

import { reportError } from './request';

test('an error is that of the server, or of a proxy that answers for it', () => {
  const busy = JSON.stringify({ code: 'busy', message: 'Too many.', values: [] });
  for (const [status, text, code] of [
    [503, busy, 'busy'],
    [502, '<h1>Bad Gateway</h1>', 'unreachable'],
    [503, '', 'unreachable'],
    [504, 'upstream timed out', 'unreachable'],
    [500, '<h1>Oops</h1>', 'unreadable'],
    [404, '{"code":7}', 'unreadable'],
  ] as const) {
    expect(reportError({ status, statusText: '', text }).code, `${status} ${text}`).toBe(code);
  }
});
