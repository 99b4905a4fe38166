import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/runner/longest-first.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'tools/drift/*.test.ts'],
    exclude: ['tests/browser/**', '**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/runner/global-setup.ts'],
    alias: { '@node-rs/argon2': path.resolve(import.meta.dirname, 'tests/runner/cheap-argon2.ts') },
    // The longest tests take a few seconds on an idle machine, and ten times as long on one that is busy with other work.
    testTimeout: 60_000,
    // A poll waits for something that comes. Vitest gives it one second, and on a machine that is busy with other work, such waits
    // took 0.3 to 0.7 s, one 1.1 s, and one 5 s.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // No test replaces a module or leaves anything behind, so the files of a worker can share loaded modules. This saves a
    // fifth of the processor time of the whole run.
    isolate: false,
    // Four more than the two cores of a small machine: the tests that come first mostly wait, for programs, browsers, and pauses.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
});
