// What a headless browser for each bot would need: the memory of one with a blank page, and of one with a closet page.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../bin/find-browser.ts';
import { descendantsOf, pssMb } from '../engine/processes.ts';

const restMs = 3_000;

export type BrowserFigures = { blankMb: number; closetMb: number; processes: number };

/** The memory of all processes of one Chromium, as proportional set size. */
export async function measureBrowser(closetUrl: string): Promise<BrowserFigures> {
  const mine = new Set(descendantsOf(process.pid));
  const browser: Browser = await chromium.launch({ executablePath: findBrowser(), headless: true });
  try {
    const page = await browser.newPage();
    await sleep(restMs);
    const all = () => descendantsOf(process.pid).filter((pid) => !mine.has(pid));
    const blankMb = pssOfAll(all());
    await page.goto(closetUrl);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await sleep(restMs);
    const pids = all();
    return { blankMb, closetMb: pssOfAll(pids), processes: pids.length };
  } finally {
    await browser.close();
  }
}

const pssOfAll = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + pssMb(pid), 0);
