/** How smoothly pieces are dragged. It is a measurement, and runs on request only. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/frames.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
