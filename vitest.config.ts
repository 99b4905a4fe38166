import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/runner/longest-first.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts', 'src/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', '**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/runner/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // No test replaces a module or leaves anything behind, so the files of a worker can share loaded modules. This saves a
    // fifth of the processor time of the whole run.
    isolate: false,
    // Two more than the two cores of a small machine, because a worker waits about half of its time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
