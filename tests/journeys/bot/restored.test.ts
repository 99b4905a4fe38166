import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { backup } from '#server/operator/backup/backup.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { tables } from '#server/operator/backup/tables.ts';
import { openBotWorld, settings } from './bot-world.ts';

const hour = 3_600_000;
const limited = { ...settings, shareFrequency: 1440, dailyShareLimit: 50 };

/** What an operator does on a new machine. The backup names the database's time, and bots live by the clock of the test. */
async function restoreInPlace(database: Database, file: string, { from, until }: { from: number; until: number }) {
  await database.query(`truncate ${tables.join(', ')} cascade`);
  await restore(database, file);
  await database.query(
    'update known_timeline set restored_from = to_timestamp($1 / 1000.0), restored_at = to_timestamp($2 / 1000.0)',
    [from, until],
  );
}

it('a bot of a restored backup counts what it may have shared since, so the marketplace never accepts more than the limit', async () => {
  const world = await openBotWorld();
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-restored-'));
  const { database, clock, bot } = world;
  try {
    const { userId, account } = await world.addSeller(60);
    const shares = async () => (await world.journalOf(account)).length;
    const file = (name: string) => path.join(folder, name);
    /** Shares until the day has 20, backs up, and keeps sharing for a while. Resolves to the moment of the backup. */
    const backUpAtTwenty = async (name: string, keepSharing: () => Promise<unknown>): Promise<number> => {
      const worker = await world.openWorker();
      await bot.start(userId, limited);
      await world.passUntil(userId, ({ sharesToday }) => sharesToday >= 20);
      await backup(database, file(name));
      const takenAt = clock.now();
      await keepSharing();
      await world.closeWorker(worker);
      return takenAt;
    };

    const soon = await backUpAtTwenty('soon', () => world.pass(10_000));
    expect(await shares()).toBeGreaterThan(22);
    await restoreInPlace(database, file('soon'), { from: soon, until: clock.now() });
    // 12 s at 0.8 s, and two more.
    expect(await bot.status(userId)).toMatchObject({ state: 'stopped', sharesToday: 37, assumedToday: 17 });
    await world.openWorker();
    await bot.start(userId, limited);
    const full = await world.passUntil(userId, ({ state }) => state === 'stopped');
    expect(full).toMatchObject({ sharesToday: 50, assumedToday: 17 });
    expect(await shares()).toBeGreaterThan(35);
    expect(await shares()).toBeLessThanOrEqual(50);

    await world.pass(24 * hour);
    const before = await shares();
    const late = await backUpAtTwenty('late', () => world.passUntil(userId, ({ state }) => state === 'stopped'));
    expect((await shares()) - before).toBe(50);
    await restoreInPlace(database, file('late'), { from: late, until: clock.now() });
    expect(await bot.status(userId)).toMatchObject({ sharesToday: 50, limitFullUntil: expect.any(String) });
    await expect(bot.start(userId, limited)).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('restored Hangtag’s data from a backup'),
    });
    await world.pass(hour);
    expect((await shares()) - before).toBe(50);

    await world.pass(24 * hour);
    const status = await bot.start(userId, limited);
    expect(status.sharesToday).toBe(0);
    expect(status).not.toHaveProperty('assumedToday');
    await world.passUntil(userId, ({ sharesToday }) => sharesToday >= 3);
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
