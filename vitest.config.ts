import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'training/**/*.test.ts'],
    exclude: ['tests/browser/**', '**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    maxWorkers: 2,
  },
});
