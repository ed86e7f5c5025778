/** How long pages are busy while they start. It is a measurement, and runs on request only. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/start-up.ts'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
