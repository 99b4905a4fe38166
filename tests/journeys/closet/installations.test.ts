import { beforeEach, describe, expect, it } from 'vitest';
import { closetJourney, failureOf } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

const jo = { username: 'thrifty_jo', password: 'practice-1', keepPassword: true };

let world: ClosetWorld;
let userId: string;

describe('a server with a real marketplace', () => {
  const arrive = closetJourney({ real: true });
  beforeEach(async () => {
    ({ world, userId } = await arrive());
  });
  const status = () => world.closet.authStatus(userId);

  it('offers both, and links typed credentials and imported sessions to the real one', async () => {
    await world.closet.linkWithPassword(userId, jo);
    const linked = await status();
    expect(linked).toMatchObject({ state: 'ready', offers: { practice: true, real: true } });
    expect(linked.practice).toBeUndefined();
    await world.closet.importSession(userId, await world.browserCookies(jo.username, jo.password));
    expect((await world.closet.openForBot(userId))?.practice).toBe(false);
  });

  it('sends the real one nothing for a seller who has linked no closet', async () => {
    const { status: end, message, stats } = await world.closet.runApiTest(userId);
    expect([end, message, stats.failed]).toEqual([
      'error',
      '4 of 4 checks failed: No closet is connected yet. Hangtag sends nothing to Poshmark before you connect one.',
      4,
    ]);
    expect(await world.journal()).toEqual([]);
    await world.closet.linkPractice(userId);
    await world.closet.runApiTest(userId);
    expect(await world.journal()).toEqual([]);
  });

  it('takes the session that a paired browser sends for the practice closet it is paired for', async () => {
    const { handle } = await world.closet.linkPractice(userId);
    const bot = await world.closet.openForBot(userId);
    const session = JSON.stringify(bot?.account.session().cookies);
    expect(await world.closet.importSession(userId, session, { isFromCompanion: true })).toEqual({ handle });
    expect(await status()).toMatchObject({ state: 'ready', practice: true });
    expect(world.stopped).toEqual([]);
    expect(await world.journal()).toEqual([]);
  });

  it('replaces a practice closet with the real one, and closes its practice seller', async () => {
    const { handle } = await world.closet.linkPractice(userId);
    expect(await status()).toMatchObject({ practice: true });
    await world.closet.linkWithPassword(userId, jo);
    const stop = { userId, because: 'replaced' };
    expect(world.stopped).toEqual([stop, stop]);
    expect((await world.closet.summary(userId))?.practice).toBe(false);
    expect((await fetch(`${world.standin.origin}/closet/${handle}`)).status).toBe(404);
  });

  it('sends neither password nor session to the practice marketplace if the database is changed to say so', async () => {
    await world.closet.linkWithPassword(userId, jo);
    await world.database.query('update closets set practice = true where user_id = $1', [userId]);
    expect((await world.closet.openForBot(userId))?.account.session()).toEqual({ cookies: [] });
    await expect(world.closet.testAuth(userId)).rejects.toMatchObject({ code: 'no_credentials' });
    const seen = await world.command('GET', 'journal?since=0', undefined, { toReal: false });
    expect(JSON.stringify(seen)).not.toContain(jo.username);
  });

  it('knows who else is linked to the same real closet', async () => {
    const other = await world.addUser();
    const practising = await world.addUser();
    const bea = { username: 'big_bea', password: 'practice-4', keepPassword: true };
    await world.closet.linkWithPassword(userId, bea);
    await world.closet.linkWithPassword(other, bea);
    await world.closet.linkPractice(practising);
    expect(await world.closet.othersWithSameCloset(world.database, userId)).toEqual([other]);
    expect(await world.closet.othersWithSameCloset(world.database, practising)).toEqual([]);
  });
});

describe('a server without any marketplace', () => {
  const arrive = closetJourney({ practice: false });
  beforeEach(async () => {
    ({ world, userId } = await arrive());
  });

  it('says so to every request', async () => {
    expect(await failureOf(world.closet.linkPractice(userId))).toMatchObject({ code: 'practice_off' });
    expect(await failureOf(world.closet.linkWithPassword(userId, jo))).toMatchObject({
      code: 'marketplace_unavailable',
      message: 'This site isn’t connected to any marketplace. Tell your administrator.',
    });
    expect(await failureOf(world.closet.importSession(userId, 'jwt=x'))).toMatchObject({
      code: 'marketplace_unavailable',
    });
    expect(await world.closet.runApiTest(userId)).toMatchObject({
      status: 'error',
      stats: { successful: 0, failed: 4, total: 4 },
    });
    expect(await world.closet.authStatus(userId)).toMatchObject({ offers: { practice: false, real: false } });
  });
});
