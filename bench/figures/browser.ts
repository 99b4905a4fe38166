// What a headless browser for each bot would need: the memory of one with a blank page, and of one with a closet page.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../bin/find-browser.ts';

const restMs = 3_000;

export type BrowserFigures = { blankMb: number; closetMb: number; processes: number };

/** The memory of all processes of one Chromium, as proportional set size. */
export async function measureBrowser(closetUrl: string): Promise<BrowserFigures> {
  const mine = new Set(descendantsOf(process.pid));
  const browser: Browser = await chromium.launch({ executablePath: findBrowser(), headless: true });
  try {
    const page = await browser.newPage();
    await wait(restMs);
    const all = () => descendantsOf(process.pid).filter((pid) => !mine.has(pid));
    const blankMb = pssMb(all());
    await page.goto(closetUrl);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await wait(restMs);
    const pids = all();
    return { blankMb, closetMb: pssMb(pids), processes: pids.length };
  } finally {
    await browser.close();
  }
}

const pssMb = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const found = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
    return sum + Number(found ?? 0);
  }, 0) / 1024;

/** Children, and their children. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(read(`/proc/${name}/stat`).split(') ')[1]?.split(' ')[1] ?? 0);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (const todo = [pid]; todo.length > 0; ) {
    for (const child of parents.get(todo.pop() ?? 0) ?? []) {
      found.push(child);
      todo.push(child);
    }
  }
  return found;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
