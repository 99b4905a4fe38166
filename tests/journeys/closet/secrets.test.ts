import { beforeEach, describe, expect, it } from 'vitest';
import { closetCalls, closetJourney, jo, olive } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney();
beforeEach(async () => {
  ({ world, userId } = await arrive());
});
const { link } = closetCalls(() => ({ world, userId }));

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
