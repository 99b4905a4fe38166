import { defineConfig } from '@playwright/test';
import { findBrowser } from './bin/find-browser.ts';

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/browser/fixtures/shared-product.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  // The screens promise to be right within 10 s where live updates fail them: the polling of the bot's status.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // Two more than the cores it must do with: a story waits for its page and for the bot about half of its time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'off',
    // Its own story allows it; elsewhere it would stand between a test and the calls it answers itself.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
