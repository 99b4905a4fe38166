// The training's own tests, apart from the product's suite, which needs no compiler for the kernel.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'node', include: ['*.test.ts'], testTimeout: 120_000 },
});
