/** The pictures of the manual, taken of the real app. They are no tests and run on request only. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/pictures.ts'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
