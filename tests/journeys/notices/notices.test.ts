import { describe, expect, it } from 'vitest';
import { opened } from '#tests/opened.ts';
import { addSales } from '../sales/stored-sales.ts';
import { openNoticesWorld } from './notices-world.ts';

const world = opened(openNoticesWorld, ({ close }) => close());

const hour = 3_600_000;
const day = 24 * hour;

describe('a message', () => {
  it('goes to the devices that chose it, arrives unchanged, and opens a screen', async () => {
    const seller = await world.addSeller();
    const chosen = await world.subscribe(seller, ['stopped']);
    const other = await world.subscribe(seller, ['needs', 'prices', 'summary']);
    await world.notify(seller.id);
    await world.runDue();
    expect(world.service.received(chosen.browser)).toEqual([
      {
        title: 'Your bot reached its daily limit',
        body: 'The bot stopped at your daily limit of 50 shares.',
        tag: 'bot',
        path: '/dashboard',
        at: world.clock.now(),
      },
    ]);
    expect(world.service.received(other.browser)).toEqual([]);
    const taken = world.service.taken.at(-1);
    expect(taken?.headers).toMatchObject({ ttl: '43200', urgency: 'normal', topic: 'bot' });
    expect((await world.devicesOf(seller.id))[0]?.lastSuccessAt).toBe(new Date(world.clock.now()).toISOString());
  });

  it('that a push service answers as gone (410, 404) removes the device', async () => {
    const seller = await world.addSeller();
    for (const status of [410, 404]) {
      await world.subscribe(seller);
      world.service.answer({ status });
      await world.notify(seller.id);
      await world.runDue();
      expect(await world.devicesOf(seller.id)).toEqual([]);
      expect(world.held).toEqual([]);
    }
  });

  it('that is not accepted (5xx) is tried six times in three hours, separately for each device', async () => {
    const seller = await world.addSeller();
    const { browser } = await world.subscribe(seller);
    world.service.answerAll({ status: 503 });
    const before = world.clock.now();
    await world.notify(seller.id);
    await world.runAll();
    expect(world.service.received(browser)).toHaveLength(6);
    expect(world.clock.now() - before).toBeLessThan(3 * hour);
    expect(await world.devicesOf(seller.id)).toMatchObject([
      { lastSuccessAt: null, lastFailureAt: expect.any(String) },
    ]);
    expect(JSON.stringify(world.warned)).not.toContain(new URL(browser.endpoint).pathname);
    expect(world.warned.at(-1)).toMatchObject({ host: 'push.example.com', reason: 'status 503' });

    world.service.answerAll({ status: 201 });
    await world.notify(seller.id);
    await world.runAll();
    expect(world.service.received(browser)).toHaveLength(7);
    expect(await world.devicesOf(seller.id)).toMatchObject([
      { lastSuccessAt: expect.any(String), lastFailureAt: null },
    ]);
  });

  it('waits as long as a push service asks for, and is not sent again after a refusal', async () => {
    const seller = await world.addSeller();
    const { browser } = await world.subscribe(seller);
    world.service.answer({ status: 429, headers: { 'retry-after': '3600' } });
    const before = world.clock.now();
    await world.notify(seller.id);
    await world.runAll();
    expect(world.clock.now() - before).toBe(hour);
    expect(world.service.received(browser)).toHaveLength(2);

    world.service.answer({ status: 403 });
    await world.notify(seller.id);
    await world.runAll();
    expect(world.service.received(browser)).toHaveLength(3);
    expect(await world.devicesOf(seller.id)).toHaveLength(1);
  });

  it('is not sent too late, nor to a device that no longer chose it', async () => {
    const seller = await world.addSeller();
    const { browser, device } = await world.subscribe(seller);
    await world.notify(seller.id, { at: world.clock.now() - 13 * hour });
    await world.notify(seller.id);
    await world.notices.choose(seller.id, device.id, ['prices']);
    await world.runAll();
    expect(world.service.received(browser)).toEqual([]);
  });

  it('that the bot needs the seller is sent only while it is true', async () => {
    const seller = await world.addSeller();
    const { browser } = await world.subscribe(seller);
    const at = world.clock.now();
    await world.database.query(
      `insert into bots (user_id, settings, limit_in_force, state, pause_reason, paused_at)
       values ($1, '{}', 100, 'paused', 'human_check', to_timestamp($2::double precision / 1000))`,
      [seller.id, at],
    );
    const needs = { event: 'needs', title: 'Your bot is paused and needs you', body: 'See.', at } as const;
    await world.notify(seller.id, needs);
    world.service.answer({ status: 500 });
    await world.runDue();
    await world.database.query(`update bots set state = 'sharing', paused_at = null where user_id = $1`, [seller.id]);
    await world.runAll();
    expect(world.service.received(browser)).toHaveLength(1);
    await world.notify(seller.id, needs);
    await world.runAll();
    expect(world.service.received(browser)).toHaveLength(1);
  });

  it('that sharing stopped is sent only until the bot shares again, or there is newer news about it', async () => {
    const pausedBot = `insert into bots (user_id, settings, limit_in_force, state, pause_reason, paused_at, resumes_at, due_at)
      values ($1, '{}', 100, 'paused', 'rate_limited', to_timestamp($2::double precision / 1000), now(), now())`;
    /** How often a push service that is away at first gets the news of a pause, if the bot changes before the second try. */
    const triesAfter = async (change: string) => {
      const seller = await world.addSeller();
      const { browser } = await world.subscribe(seller);
      const at = world.clock.now();
      await world.database.query(pausedBot, [seller.id, at]);
      await world.notify(seller.id, { title: 'Your bot is paused', body: 'It resumes in 15 minutes.', at });
      world.service.answer({ status: 503 });
      await world.runDue();
      await world.database.query(`update bots set ${change} where user_id = $1`, [seller.id]);
      await world.runAll();
      return world.service.received(browser).length;
    };
    const later = `paused_at + interval '1 second'`;
    expect(await triesAfter(`resumes_at = ${later}`)).toBe(2);
    expect(await triesAfter(`state = 'stopped', due_at = null, limit_reached_at = paused_at`)).toBe(2);
    expect(await triesAfter(`state = 'waiting'`)).toBe(1);
    expect(await triesAfter(`state = 'sharing'`)).toBe(1);
    expect(await triesAfter(`paused_at = ${later}`)).toBe(1);
    expect(await triesAfter(`state = 'stopped', due_at = null, limit_reached_at = ${later}`)).toBe(1);
  });

  it('about a bot that didn’t start on its own is sent while the bot is stopped, and not after a start', async () => {
    const seller = await world.addSeller();
    const { browser } = await world.subscribe(seller);
    const at = world.clock.now();
    await world.database.query(
      `insert into bots (user_id, settings, limit_in_force, state, limit_reached_at)
       values ($1, '{}', 100, 'stopped', to_timestamp($2::double precision / 1000))`,
      [seller.id, at - day],
    );
    const notStarted = { event: 'needs', title: 'Your bot didn’t start', body: 'Reconnect.', at } as const;
    await world.notify(seller.id, notStarted);
    world.service.answer({ status: 500 });
    await world.runDue();
    expect(world.service.received(browser)).toMatchObject([{ title: 'Your bot didn’t start' }]);
    await world.database.query(
      `update bots set state = 'waiting', due_at = now(), limit_reached_at = null where user_id = $1`,
      [seller.id],
    );
    await world.runAll();
    expect(world.service.received(browser)).toHaveLength(1);
  });
});

describe('a test message', () => {
  it('is sent at once, and reports the outcome', async () => {
    const seller = await world.addSeller();
    const { browser, device } = await world.subscribe(seller, []);
    await world.notices.test(seller.id, device.id);
    expect(world.service.received(browser)).toMatchObject([{ title: 'Notifications work', tag: 'test' }]);
    world.service.answer({ status: 500 });
    await expect(world.notices.test(seller.id, device.id)).rejects.toMatchObject({ code: 'push_unavailable' });
    expect(world.held).toEqual([]);
    world.service.answer({ status: 410 });
    await expect(world.notices.test(seller.id, device.id)).rejects.toMatchObject({
      code: 'not_found',
      message: 'This browser’s subscription has ended. Turn notifications on again in that browser.',
    });
    expect(await world.devicesOf(seller.id)).toEqual([]);
  });
});

const shares = (userId: string, date: string, at: string, outcomes: number[]) =>
  world.database.transaction(async (tx) => {
    await tx.query('select ensure_share_partition($1::date)', [at.slice(0, 10)]);
    const round = `((extract(epoch from $2::timestamptz)::bigint * 1000) << 20) + $1::bigint * 10`;
    for (const [index, outcome] of outcomes.entries()) {
      await tx.query(
        `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome)
         values (${round}, $3, $1, $4, $2, $2, $5)`,
        [userId, at, index + 1, date, outcome],
      );
    }
    await tx.query('insert into daily_share_counts (user_id, share_date, share_count) values ($1, $2, $3)', [
      userId,
      date,
      outcomes.length,
    ]);
  });
const sharedNow = async (userId: string) => {
  const now = new Date(world.clock.now()).toISOString();
  await shares(userId, now.slice(0, 10), now, [1]);
};
const logged = (userId: string, action: string, at: string) =>
  world.database.query('insert into activity_logs (user_id, action, timestamp) values ($1, $2, $3)', [
    userId,
    action,
    at,
  ]);

describe('the daily summary', () => {
  it('comes once every morning to the devices that chose it, with confirmed and unconfirmed shares', async () => {
    await world.clock.advanceTo(Date.parse('2026-12-01T15:00:00Z'));
    const seller = await world.addSeller('America/New_York');
    const { browser } = await world.subscribe(seller, ['summary']);
    const other = await world.subscribe(seller, ['needs']);
    // The last second of December 1 in New York, and the first second of December 2.
    await shares(seller.id, '2026-12-01', '2026-12-02T04:59:59Z', [1, 1, 2, 3]);
    await shares(seller.id, '2026-12-02', '2026-12-02T05:00:00Z', [1]);
    await addSales(world.database, seller.id, [
      { soldOn: '2026-12-01', price: 4000, cost: 1200 },
      { soldOn: '2026-12-01', price: 3000, cost: null },
      { soldOn: '2026-12-01', price: 9000, cost: 100, state: 'cancelled' },
      { soldOn: '2026-11-30', price: 9000, cost: 100 },
    ]);
    await world.clock.advanceTo(Date.parse('2026-12-02T12:59:59Z'));
    await world.notices.summarize();
    expect(world.held).toEqual([]);
    await world.clock.advance(1000);
    await world.notices.summarize();
    await world.notices.summarize();
    await world.runDue();
    expect(world.service.received(browser)).toMatchObject([
      {
        title: 'Yesterday: 2 shares confirmed',
        body: expect.stringMatching(/2 sales.*\$20 profit.*1 has no cost.*1 share not confirmed.*1 share refused/),
        tag: 'summary',
      },
    ]);
    expect(world.service.received(other.browser)).toEqual([]);
    for (let morning = 0; morning < 2; morning++) {
      await world.clock.advance(day);
      await world.notices.summarize();
      await world.runDue();
    }
    // December 2 had one share and December 3 none, so there was no second summary.
    expect(world.service.received(browser)).toHaveLength(2);
  });

  it('is sent once even if two processes check at once, and ends when it is turned off', async () => {
    const seller = await world.addSeller('UTC');
    const { browser, device } = await world.subscribe(seller, ['summary']);
    await sharedNow(seller.id);
    await world.clock.advance(day);
    await Promise.all([world.notices.summarize(), world.notices.summarize(), world.notices.summarize()]);
    await world.runDue();
    expect(world.service.received(browser)).toHaveLength(1);
    await world.notices.choose(seller.id, device.id, []);
    await world.clock.advance(day);
    await world.notices.summarize();
    expect(world.held).toEqual([]);
  });

  it('that is due is not lost if the seller changes the device’s other events, or turns it on again, before it is sent', async () => {
    const seller = await world.addSeller('UTC');
    const { browser, device } = await world.subscribe(seller, ['summary']);
    for (const change of [
      () => world.notices.choose(seller.id, device.id, ['summary', 'needs']),
      () => world.subscribe(seller, ['summary'], browser),
    ]) {
      const before = world.service.received(browser).length;
      await sharedNow(seller.id);
      await world.clock.advance(day);
      await change();
      await world.notices.summarize();
      await world.runDue();
      expect(world.service.received(browser)).toHaveLength(before + 1);
    }
  });
});

describe('the daily summary by mail', () => {
  const choiceOf = async (userId: string) => (await world.notices.overview(userId)).mailsSummary;

  it('comes once every morning to a seller who chose it, says what the notification says, and ends when it is turned off', async () => {
    const [chosen, other] = [await world.addSeller('UTC'), await world.addSeller('UTC')];
    const { browser } = await world.subscribe(chosen, ['summary']);
    for (const { id } of [chosen, other]) await world.confirmAddress(id);
    expect(await choiceOf(chosen.id)).toBe(false);
    await world.notices.mailSummary(chosen.id, true);
    expect(await choiceOf(chosen.id)).toBe(true);
    for (const { id } of [chosen, other]) await sharedNow(id);
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    await addSales(world.database, chosen.id, [{ soldOn: today, price: 4000, cost: 1200 }]);
    await world.clock.advance(day);
    // Turned on again while one is due: it stays due.
    await world.notices.mailSummary(chosen.id, true);
    await Promise.all([world.notices.summarize(), world.notices.summarize(), world.notices.summarize()]);
    await world.notices.summarize();
    const [mail, ...more] = await world.readMails();
    expect(more).toEqual([]);
    await world.runDue();
    const [notice] = world.service.received(browser) as { title: string; body: string }[];
    const { rows } = await world.database.query('select email from users where id = $1', [chosen.id]);
    expect(mail?.to).toEqual([rows[0]?.email]);
    expect(mail?.raw).toContain(`Subject: ${notice?.title}`);
    expect(notice?.body).toContain('$20 profit');
    expect(textOf(mail)).toContain(notice?.body);
    expect(textOf(mail)).toContain('https://hangtag.example/numbers');

    // Nothing happened on the next day.
    await world.clock.advance(day);
    await world.notices.summarize();
    expect(await world.readMails()).toEqual([]);
    await sharedNow(chosen.id);
    await world.notices.mailSummary(chosen.id, false);
    await world.clock.advance(day);
    await world.notices.summarize();
    expect(await world.readMails()).toEqual([]);
  });

  it('can’t be turned on, and isn’t sent, on a server without mail', async () => {
    const { id } = await world.addSeller('UTC');
    await world.confirmAddress(id);
    await world.notices.mailSummary(id, true);
    expect((await world.noticesWithoutMail.overview(id)).mailsSummary).toBeNull();
    await expect(world.noticesWithoutMail.mailSummary(id, true)).rejects.toMatchObject({ code: 'forbidden' });
    await sharedNow(id);
    await world.clock.advance(day);
    await world.noticesWithoutMail.summarize();
    expect(await world.readMails()).toEqual([]);
    // Turning it off always works.
    await world.noticesWithoutMail.mailSummary(id, false);
    expect(await choiceOf(id)).toBe(false);
  });

  it('goes only to a confirmed address', async () => {
    const { id } = await world.addSeller('UTC');
    expect(await choiceOf(id)).toBeNull();
    await expect(world.notices.mailSummary(id, true)).rejects.toMatchObject({ code: 'forbidden' });
    await world.confirmAddress(id);
    await world.notices.mailSummary(id, true);
    await world.database.query(`update users set email = 'moved@example.org' where id = $1`, [id]);
    expect(await choiceOf(id)).toBeNull();
    await sharedNow(id);
    await world.clock.advance(day);
    await world.notices.summarize();
    expect(await world.readMails()).toEqual([]);
    await world.confirmAddress(id);
    await sharedNow(id);
    await world.clock.advance(day);
    await world.notices.summarize();
    expect(await world.readMails()).toMatchObject([{ to: ['moved@example.org'] }]);
  });
});

/** The text of a mail, without the soft line breaks and the escapes of quoted-printable. */
const textOf = (mail: { raw: string } | undefined): string => {
  const bytes = (mail?.raw ?? '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

describe('the offer', () => {
  const isOffered = async (userId: string) => (await world.notices.overview(userId)).isOffered;
  const at = (text: string) => world.clock.advanceTo(Date.parse(text));

  it('appears after the first good day, not on it, until a device is subscribed or the seller dismisses it', async () => {
    await at('2027-01-10T17:00:00Z');
    const seller = await world.addSeller();
    await shares(seller.id, '2027-01-10', '2027-01-10T17:00:00Z', [1, 1]);
    await logged(seller.id, 'BOT_STARTED', '2027-01-10T16:00:00Z');
    expect(await isOffered(seller.id)).toBe(false);
    await at('2027-01-11T04:59:59Z');
    expect(await isOffered(seller.id)).toBe(false);
    await at('2027-01-11T05:00:00Z');
    expect(await isOffered(seller.id)).toBe(true);
    const { device } = await world.subscribe(seller);
    expect(await isOffered(seller.id)).toBe(false);
    await world.notices.unsubscribe(seller.id, device.id);
    expect(await isOffered(seller.id)).toBe(true);
    await world.notices.declineOffer(seller.id);
    expect(await isOffered(seller.id)).toBe(false);
  });

  it('does not show after a day without a confirmed share, nor after one that ended in a pause', async () => {
    await at('2027-02-10T17:00:00Z');
    const [unclear, paused, resumed] = [await world.addSeller(), await world.addSeller(), await world.addSeller()];
    await shares(unclear.id, '2027-02-10', '2027-02-10T17:00:00Z', [2, 3]);
    for (const { id } of [paused, resumed]) {
      await shares(id, '2027-02-10', '2027-02-10T17:00:00Z', [1, 1]);
      await logged(id, 'BOT_STARTED', '2027-02-10T16:00:00Z');
      await logged(id, 'BOT_PAUSED', '2027-02-10T18:00:00Z');
    }
    await logged(paused.id, 'BOT_RESUMED', '2027-02-11T06:00:00Z');
    await logged(resumed.id, 'BOT_RESUMED', '2027-02-10T19:00:00Z');
    await at('2027-02-11T17:00:00Z');
    expect(await Promise.all([unclear, paused, resumed].map(({ id }) => isOffered(id)))).toEqual([false, false, true]);
  });
});
