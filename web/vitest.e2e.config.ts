/** The tests in a real browser, one file after another: they share the computer with an engine. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A busy computer may take its time to show what it will show.
    expect: { poll: { timeout: 10_000 } },
  },
});
