// The whole app in this process, on a database, a folder, and a practice marketplace of its own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandin } from '#marketplace/standin/server.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { freshDatabase } from '#tests/database.ts';

export const secretKey = 'cd'.repeat(32);

export async function openInstallation() {
  const { database, url, drop } = await freshDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-app-'));
  const standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now: Date.now });
  const env = { DATABASE_URL: url, DATA_DIR: folder, MARKETPLACE_URL: 'none', PRACTICE_URL: standin.origin };
  return {
    ...{ database, url, folder, standin, env },
    openApp: (more: Record<string, string>, parts: Parameters<typeof createApp>[1]): Promise<App> =>
      createApp(readConfig({ ...env, ...more }), parts),
    async close(...apps: (App | undefined)[]): Promise<void> {
      for (const app of apps) await app?.close();
      await standin.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Installation = Awaited<ReturnType<typeof openInstallation>>;
