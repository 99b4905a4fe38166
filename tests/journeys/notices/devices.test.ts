import { describe, expect, it } from 'vitest';
import { mostDevices } from '#domain/notices.ts';
import { endOtherSessions, pruneSessions } from '#server/features/account/sessions/store.ts';
import { opened } from '#tests/opened.ts';
import { openNoticesWorld } from './notices-world.ts';

const world = opened(openNoticesWorld, ({ close }) => close());

const hour = 3_600_000;
const day = 24 * hour;

describe('a device', () => {
  it('starts with events that stop sharing, can choose more, and stays the same when it subscribes again', async () => {
    const seller = await world.addSeller();
    const { browser, device } = await world.subscribe(seller);
    expect(device).toMatchObject({
      events: ['needs', 'stopped', 'security'],
      lastSuccessAt: null,
      lastFailureAt: null,
    });
    const chosen = await world.notices.choose(seller.id, device.id, ['summary', 'needs', 'summary']);
    expect(chosen.events).toEqual(['summary', 'needs']);
    const again = await world.subscribe(seller, undefined, browser);
    expect(again.device).toEqual(chosen);
    expect(await world.devicesOf(seller.id)).toEqual([chosen]);
    expect((await world.notices.overview(seller.id)).publicKey).toBe(world.publicKey);
  });

  it('keeps its choices when its browser replaces the subscription', async () => {
    const seller = await world.addSeller();
    const { browser, device } = await world.subscribe(seller, ['prices']);
    await world.clock.advance(day);
    const fresh = world.service.subscribe();
    const moved = await world.notices.subscribe(seller, {
      target: { endpoint: fresh.endpoint, ...fresh.keys },
      replaces: browser.endpoint,
      userAgent: 'Firefox',
    });
    expect(moved).toMatchObject({ events: ['prices'], since: device.since });
    expect(await world.devicesOf(seller.id)).toEqual([moved]);
  });

  it('belongs to the current user of its browser', async () => {
    const [former, present] = [await world.addSeller(), await world.addSeller()];
    const { browser } = await world.subscribe(former);
    await world.subscribe(present, undefined, browser);
    expect(await world.devicesOf(former.id)).toEqual([]);
    await world.notify(former.id);
    await world.notify(present.id);
    await world.runDue();
    expect(world.service.received(browser)).toHaveLength(1);
  });

  it('is not moved by someone who only knows its endpoint', async () => {
    const [owner, thief] = [await world.addSeller(), await world.addSeller()];
    const { browser } = await world.subscribe(owner);
    const { keys } = world.service.subscribe();
    const refused = { code: 'invalid_input', fields: { endpoint: expect.stringContaining('another account') } };
    await expect(world.subscribe(thief, undefined, { ...browser, keys })).rejects.toMatchObject(refused);
    expect(await world.devicesOf(owner.id)).toHaveLength(1);
  });

  it('is visible only to its own seller', async () => {
    const [owner, other] = [await world.addSeller(), await world.addSeller()];
    const { device } = await world.subscribe(owner);
    const gone = { code: 'not_found' };
    await expect(world.notices.choose(other.id, device.id, [])).rejects.toMatchObject(gone);
    await expect(world.notices.unsubscribe(other.id, device.id)).rejects.toMatchObject(gone);
    await expect(world.notices.test(other.id, device.id)).rejects.toMatchObject(gone);
    await expect(world.notices.unsubscribe(owner.id, 'x')).rejects.toMatchObject(gone);
    await world.notices.unsubscribe(owner.id, device.id);
    expect(await world.devicesOf(owner.id)).toEqual([]);
  });

  it(`is one of ${mostDevices} at most, however many come at once`, async () => {
    const seller = await world.addSeller();
    const tried = await Promise.allSettled(Array.from({ length: mostDevices + 4 }, () => world.subscribe(seller)));
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({ code: 'too_many_devices' });
    expect(await world.devicesOf(seller.id)).toHaveLength(mostDevices);
  });

  it('is refused if no message could be sent to it', async () => {
    const seller = await world.addSeller();
    const { endpoint, keys } = world.service.subscribe();
    const ask = (target: { endpoint: string; p256dh: string; auth: string }) =>
      world.notices.subscribe(seller, { target, userAgent: 'x' });
    const mistaken = { code: 'invalid_input', fields: { endpoint: expect.any(String) } };
    await expect(ask({ endpoint: 'https://127.0.0.1/x', ...keys })).rejects.toMatchObject(mistaken);
    await expect(ask({ endpoint: 'http://push.example.com/x', ...keys })).rejects.toMatchObject(mistaken);
    await expect(ask({ endpoint, ...keys, p256dh: 'A'.repeat(87) })).rejects.toMatchObject(mistaken);
  });

  it('is stored encrypted: neither its endpoint nor its keys are readable in the database', async () => {
    const seller = await world.addSeller();
    const { browser } = await world.subscribe(seller);
    const { rows } = await world.database.query<{ row: string }>(
      'select to_jsonb(p)::text as row from push_subscriptions p where user_id = $1',
      [seller.id],
    );
    for (const secret of [browser.endpoint, new URL(browser.endpoint).pathname, browser.keys.p256dh, browser.keys.auth])
      expect(rows[0]?.row).not.toContain(secret);
    await world.database.transaction((tx) => world.vault.forget(tx, seller.id));
    await world.notify(seller.id);
    await world.runDue();
    expect(world.service.received(browser)).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('removes the device of its session and no other, and everywhere else keeps only that of this session', async () => {
    const seller = await world.addSeller();
    const { device } = await world.subscribe(seller);
    const devices = async () => (await world.devicesOf(seller.id)).map(({ id }) => id);
    const elsewhere = async () => {
      const sessionId = await world.addSession(seller.id);
      return { sessionId, ...(await world.subscribe({ id: seller.id, sessionId })) };
    };
    const ended = await elsewhere();
    const client = { address: '127.0.0.1', userAgent: 'Firefox', forwarded: false };
    await world.sessions.endSession(seller.id, ended.sessionId, client);
    expect(await devices()).toEqual([device.id]);
    await elsewhere();
    for (const [keptId, left] of [
      [seller.sessionId, [device.id]],
      [null, []],
    ] as const) {
      await world.database.transaction((tx) => endOtherSessions(tx, world.notices, { userId: seller.id, keptId }));
      expect(await devices()).toEqual(left);
    }
  });

  it('because the session expired keeps the device, as the bot may need a seller who was away for a month', async () => {
    const seller = await world.addSeller();
    await world.subscribe(seller);
    await world.database.query('update sessions set expires_at = now() where user_id = $1', [seller.id]);
    await pruneSessions(world.database, Date.now() + 1000);
    expect(await world.devicesOf(seller.id)).toHaveLength(1);
    await world.database.transaction((tx) => endOtherSessions(tx, world.notices, { userId: seller.id, keptId: null }));
    expect(await world.devicesOf(seller.id)).toEqual([]);
  });
});
