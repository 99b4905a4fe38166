import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { closetCalls, closetJourney, jo, olive } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney();
beforeEach(async () => {
  ({ world, userId } = await arrive());
});
const { status, actions, link } = closetCalls(() => ({ world, userId }));

describe('disconnecting', () => {
  it('stops the bot and deletes credentials, session, and key, but keeps the history', async () => {
    await link();
    await world.run('listings.sync');
    await world.closet.disconnect(userId);
    const stop = { userId, because: 'disconnected' };
    expect(world.stopped).toEqual([stop, stop]);
    const left = await world.database.query(
      `select (select count(*)::int from closets where user_id = $1) as closets,
         (select count(*)::int from data_keys where user_id = $1) as keys,
         (select count(*)::int from listings where user_id = $1) as listings`,
      [userId],
    );
    expect(left.rows).toEqual([{ closets: 0, keys: 0, listings: 260 }]);
    expect(await status()).toMatchObject({ state: 'setup_required', hasCredentials: false, username: null });
    expect((await actions()).at(-1)).toBe('CLOSET_DISCONNECTED');
  });

  it('stops the bot again at the end: the seller may have started it while another call used the closet', async () => {
    await link();
    const other = Promise.withResolvers<void>();
    const using = world.closet.withAccount(userId, () => other.promise);
    const leaving = world.closet.disconnect(userId);
    await expect.poll(() => world.stopped).toHaveLength(1);
    // Nothing has changed yet, so the bot can be started.
    expect(await status()).toMatchObject({ state: 'ready' });
    world.stopped.splice(0);
    other.resolve();
    await Promise.all([using, leaving]);
    expect(world.stopped).toEqual([{ userId, because: 'disconnected' }]);
  });

  it('waits for a share in flight, so that no call follows', async () => {
    await link();
    await world.run('listings.sync');
    const { rows } = await world.database.query<{ id: string }>('select id from listings where user_id = $1', [userId]);
    await world.database.query(`select ensure_share_partition(current_date)`);
    const round = `(extract(epoch from now())::bigint * 1000) << 20`;
    await world.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
       values (${round}, $1, $2, current_date, now())`,
      [rows[0]?.id, userId],
    );
    let isDone = false;
    const leaving = world.closet.disconnect(userId).then(() => {
      isDone = true;
    });
    await sleep(400);
    expect(isDone).toBe(false);
    await world.database.query('update share_attempts set outcome = 1, settled_at = now() where user_id = $1', [
      userId,
    ]);
    await leaving;
    expect(isDone).toBe(true);
  });

  it('before an account is deleted adds no log entry', async () => {
    await link();
    await world.closet.erase(userId);
    expect(await actions()).toEqual(['CLOSET_CONNECTED']);
    expect(await status()).toMatchObject({ state: 'setup_required' });
  });
});

describe('secrets', () => {
  it('are never in the database, in replies, or in failures', async () => {
    const canary = 'canary-9f2c51d07b';
    const results: unknown[] = [];
    const keepResult = async (work: Promise<unknown>) => {
      results.push(
        await work.catch((error: Error) => ({ ...error, message: error.message, cause: String(error.cause) })),
      );
    };
    await keepResult(world.closet.linkWithPassword(userId, { ...jo, password: canary, keepPassword: true }));
    await keepResult(world.closet.testAuth(userId));
    await keepResult(world.closet.linkWithPassword(userId, { ...olive, keepPassword: true }));
    await keepResult(world.closet.requestCode(userId));
    const code = await world.code(olive.username);
    await keepResult(world.closet.verifyCode(userId, code));
    await keepResult(world.closet.importSession(userId, await world.browserCookies(jo.username, jo.password)));
    await keepResult(world.closet.authStatus(userId));
    await keepResult(world.closet.runApiTest(userId));
    const account = (await world.closet.openForBot(userId))?.account;
    const secrets = [
      canary,
      jo.password,
      olive.password,
      ...(account?.session().cookies.map(({ value }) => value) ?? []),
      account?.session().token ?? '',
    ];
    expect(secrets.every((secret) => secret.length >= 8)).toBe(true);
    const seen = `${await world.everything()}\n${JSON.stringify(results)}\n${JSON.stringify(world.waiting)}`;
    for (const secret of secrets) expect(seen.includes(secret)).toBe(false);
    expect(JSON.stringify(results)).not.toContain(code);
  });

  it('moved to another user’s row cannot be decrypted', async () => {
    await link();
    const thief = await world.addUser();
    await world.database.query(
      `insert into closets (user_id, practice, state, linked_at, session, credentials, username)
       select $2, practice, state, linked_at, session, credentials, username from closets where user_id = $1`,
      [userId, thief],
    );
    await expect(world.closet.openForBot(thief)).rejects.toThrow();
    // Even values that can't be decrypted can still be deleted.
    await world.closet.disconnect(thief);
    expect(await world.closet.summary(thief)).toBeNull();
  });
});
