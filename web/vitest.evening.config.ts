/** The whole club evening in real browsers. It takes minutes and runs on request only. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/evening/whole.ts'],
    environment: 'node',
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
