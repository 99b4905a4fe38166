import { describe, expect, it } from 'vitest';
import { observations } from '#marketplace/recording/planted.fixture.ts';
import { recordingOf } from '#marketplace/recording/redactor.ts';
import { opened } from '#tests/opened.ts';
import { openCompanionWorld } from './companion-world.ts';

const world = opened(openCompanionWorld, ({ close }) => close());

describe('the calls of a companion', () => {
  it('take no cookie in place of a token, and no page of another site', async () => {
    const { jar, browser } = await world.arrive();
    const body = JSON.stringify({ protocol: 1, version: '1', state: 'ready' });
    const send = (headers: Record<string, string>, path = '/api/companion/next') =>
      world.app().server.fetch(
        new Request(`http://localhost:5000${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', host: 'localhost:5000', ...headers },
          body,
        }),
        '127.0.0.8',
      );
    const cookie = { cookie: jar.header(), origin: 'http://localhost:5000' };
    expect((await send(cookie)).status).toBe(401);
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ origin: 'null' })).status).toBe(403);
    expect((await send({ origin: 'https://evil.example' }, '/api/companion/pair')).status).toBe(403);
    const stranger = browser();
    stranger.token = 'x'.repeat(43);
    expect(await stranger.call('/api/companion/next', JSON.parse(body))).toMatchObject({ status: 401 });
    // A wrong token is not made good by a cookie.
    const both = await send({ ...cookie, authorization: `Bearer ${'x'.repeat(43)}` }, '/api/poshmark/import-session');
    expect(both.status).toBe(401);
  });

  it('of another version get one clear failure, whatever else they send', async () => {
    const { paired } = await world.arrive();
    const companion = await paired();
    const older = await companion.call('/api/companion/next', { protocol: 0, what: 'ever' });
    expect(older).toMatchObject({ status: 409, json: { error: 'other_version' } });
    expect(older.json.message).toContain('Update the companion');
    const newer = await companion.call('/api/companion/pair', { protocol: 2 }, { token: '' });
    expect(newer.json.message).toContain('Ask your administrator');
  });

  it('need nothing but what they are about: this version and a browser that is ready are assumed', async () => {
    const { api, browser } = await world.arrive();
    const companion = browser();
    const { code } = await api.companion.code();
    const pairing = await companion.call('/api/companion/pair', { code, name: 'Firefox' });
    expect(pairing).toMatchObject({ status: 201, json: { token: expect.any(String) } });
    companion.token = String(pairing.json.token);
    const again = await companion.call('/api/companion/pair', { code, name: 'Firefox' });
    expect(again.status).toBeGreaterThanOrEqual(400);
    // Also as an earlier version says which call it means.
    const late = await companion.call('/api/companion/answer', { requestId: 'gone', outcome: { kind: 'cut' } });
    expect(late).toMatchObject({ status: 200, json: { isTaken: false } });
    expect(await companion.call('/api/companion/unpair', {})).toMatchObject({ status: 200 });
  });

  it('that answer nothing are not even read', async () => {
    const { paired } = await world.arrive();
    const companion = await paired();
    const send = (query: string, body: string) =>
      world.app().server.fetch(
        new Request(`http://localhost:5000/api/companion/answer${query}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${companion.token}` },
          body,
        }),
        '127.0.0.9',
      );
    for (const query of ['', '?requestId=gone', `?requestId=${crypto.randomUUID()}`]) {
      const reply = await send(query, '{"broken":');
      expect([reply.status, await reply.json()]).toEqual([200, { isTaken: false }]);
    }
    expect((await send('?other=1', '{}')).status).toBe(400);
  });

  it('with a recording compare it with what Hangtag expects', async () => {
    const { paired } = await world.arrive();
    const companion = await paired();
    const recording = recordingOf(observations, {
      origin: 'https://poshmark.example',
      startedAt: 0,
      madeFrom: 'companion',
    });
    const body = { protocol: 1, recording };
    const { status, json } = await companion.call('/api/companion/recording', body);
    expect(status).toBe(200);
    expect(json).toMatchObject({ confirmed: expect.any(Number), report: expect.stringContaining('Path of a share') });
    expect(await companion.call('/api/companion/recording', body, { token: 'unknown' })).toMatchObject({ status: 401 });
  });

  it('with a recording of a thousand levels are refused like any other that is none', async () => {
    const { paired } = await world.arrive();
    const companion = await paired();
    const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`);
    for (const recording of [deep, { entries: [] }]) {
      const reply = await companion.call('/api/companion/recording', { protocol: 1, recording });
      expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_input' } });
    }
  });

  it('are not for guests of the demo: they get no code, and a browser that was paired before is unknown', async () => {
    const { id, api, paired } = await world.arrive();
    const companion = await paired();
    await world.database.query(`update users set guest_until = now() + interval '1 day' where id = $1`, [id]);
    await expect(api.companion.code()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await companion.call('/api/companion/next', { protocol: 1 })).toMatchObject({ status: 401 });
  });

  it('end with a new password, and so does a code that nobody has used', async () => {
    const { api, browser, paired } = await world.arrive();
    const companion = await paired();
    const { code } = await api.companion.code();
    await api.account.changeProfile({ body: { newPassword: 'silk-and-linen', currentPassword: 'linen-and-wool' } });
    expect(await companion.call('/api/companion/next', { protocol: 1 })).toMatchObject({ status: 401 });
    expect((await browser().pair(code)).status).toBe(422);
    expect(await api.companion.list()).toEqual({ companions: [] });
  });

  it('are in the seller’s export without a secret, and gone with the account', async () => {
    const { id, api, paired } = await world.arrive();
    const { token } = await paired();
    const everything = JSON.stringify(await api.account.export());
    expect(everything).toContain('Chrome on Linux');
    expect(everything).not.toContain(token);
    expect(everything).not.toMatch(/token_?hash/i);
    expect((await api.account.securityLog()).map(({ what }) => what)).toContain('browser_paired');
    await api.account.remove({ body: { password: 'linen-and-wool' } });
    const { count } = await world.database.query('select 1 from companions where user_id = $1', [id]);
    expect(count).toBe(0);
  });
});
