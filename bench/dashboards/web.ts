// Starts web processes and the process that plays browsers.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/process.ts';
import { endProgram, type Program, startFlags, startTalking, type Talking } from '../engine/programs.ts';
import type { Order, Outcome } from './messages.ts';

const serverProgram = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const browsersProgram = fileURLToPath(new URL('./browsers.ts', import.meta.url));
const startLimitMs = 60_000;

export type Web = Program & { port: number };

/** A process with ROLE=web on this database. All browsers come from one address here, so its budgets are raised. */
export async function startWeb(of: { databaseUrl: string; dataDir: string; marketplace: string }): Promise<Web> {
  const port = await freePort();
  const child = spawn(process.execPath, [...startFlags, serverProgram], {
    env: {
      PATH: process.env.PATH,
      ROLE: 'web',
      PORT: String(port),
      DATABASE_URL: of.databaseUrl,
      DATA_DIR: of.dataDir,
      SECRET_KEY_FILE: path.join(of.dataDir, 'secret.key'),
      PRACTICE_URL: of.marketplace,
      MARKETPLACE_URL: 'none',
      BUDGET_FACTOR: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const giveUpAt = performance.now() + startLimitMs;
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (reply?.ok) return { pid: child.pid ?? 0, port, stop: () => endProgram(child) };
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('The web process did not start.');
    await sleep(100);
  }
}

export type Browsers = Talking<Order, Outcome>;
export const startBrowsers = (): Browsers => startTalking(browsersProgram);
