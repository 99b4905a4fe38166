// The tests of the training code. They are not part of `npm test`, which has no compiler for the kernel.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'node', include: ['**/*.test.ts'], testTimeout: 120_000 },
});
