import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts', 'src/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', '**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // One more than the cores it must do with: a worker waits for the database for most of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
