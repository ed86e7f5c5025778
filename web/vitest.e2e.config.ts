/**
 * The tests in a real browser. Each file has a server and an engine of its own. Three run at a time even
 * on two cores, because a page waits for a third of its time.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A busy computer may take its time to show what it will show.
    expect: { poll: { timeout: 10_000 } },
  },
});
