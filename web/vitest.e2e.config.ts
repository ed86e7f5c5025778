/** The tests in a real browser, two files at a time: each has a server and an engine of its own. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A busy computer may take its time to show what it will show.
    expect: { poll: { timeout: 10_000 } },
  },
});
