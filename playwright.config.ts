import { defineConfig } from '@playwright/test';
import { findBrowser } from './bin/find-browser.ts';

/** They come first. The longest one takes 40 s, and at the end nothing would run beside it. */
const longest = ['**/selling/week.spec.ts', '**/pricing/worklist.spec.ts', '**/closet/browser-looks.spec.ts'];

export default defineConfig({
  testDir: 'tests/browser',
  projects: [
    { name: 'long', testMatch: longest },
    { name: 'other', testMatch: '**/*.spec.ts', testIgnore: longest },
  ],
  globalSetup: './tests/browser/fixtures/shared-product.ts',
  outputDir: 'test-results',
  // Node.js strips the types of these files itself. Babel's work on them is 3 s of processor time in a new clone.
  build: { external: ['**/*.ts'] },
  // The longest tests take ten seconds on an idle machine, and a minute on one that is busy with other work.
  timeout: 120_000,
  // Without live updates, the screens poll the bot's status every 10 s, so a test must wait longer than that.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // Two more than the two cores of a small machine, because a test waits about half of its time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'off',
    // A worker's next test finds the files of the web app loaded and compiled, in a context that Playwright has emptied.
    reuseContext: true,
    // Only its own tests allow it. In other tests it would answer requests that the test wants to answer.
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
        // Code that runs for a few seconds gains less from optimized machine code than compiling it costs.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
