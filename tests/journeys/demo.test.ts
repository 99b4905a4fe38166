import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#contract/client.ts';
import type { Client } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { App } from '#server/app.ts';
import { backup } from '#server/operator/backup/backup.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { controlStandins } from './closet/control-standins.ts';
import { type Installation, openInstallation, secretKey } from './installation.ts';
import { zoneAtNoon } from './noon.ts';

let installation: Installation;
let app: App;
let api: Client<typeof routes>;
const logged: unknown[] = [];
const note = (...said: unknown[]) => void logged.push(said);
const log = { debug: note, info: note, warn: note, error: note };
beforeAll(async () => {
  installation = await openInstallation();
  app = await installation.openApp({ SECRET_KEY: secretKey }, { log });
  api = createClient(routes, sendInProcess(app.server, { jar: new CookieJar(), peer: '127.0.0.1' }));
});
afterAll(() => installation?.close(app));

// Filling a demo takes seconds, so its parts are looked at in one, each before what changes it.
describe('Watch Demo', () => {
  const timezone = zoneAtNoon();

  it('opens in the visitor’s zone with two weeks of history, and every number of shares adds up', async () => {
    const user = await api.account.demo({ body: { timezone } });
    expect(user).toMatchObject({ guest: true, timezone, closet: { practice: true } });
    // A server without Poshmark.
    expect(await api.closet.authStatus()).toMatchObject({ state: 'ready', offers: { practice: true, real: false } });
    const status = await api.bot.status();
    const { today, sharesToday, totalShares, shareStatus, settings } = status;
    expect(status).toMatchObject({ state: 'stopped', timezone });
    expect(today.confirmed).toBeGreaterThan(0);
    expect(sharesToday).toBe(today.confirmed + today.notConfirmed);
    expect(totalShares).toBeGreaterThan(1000);
    expect(shareStatus.completedShares).toBeGreaterThan(0);
    expect(status.limitReason).toBeUndefined();
    const { days } = await api.bot.timeline({ query: { days: 14 } });
    const past = days.slice(0, 14);
    for (const { shares, limit } of past) {
      expect(shares).toBeGreaterThan(0);
      expect(shares).toBeLessThan(limit);
    }
    expect(settings.dailyShareLimit).toBe(1000);
    const listed = await api.listings.list();
    expect(listed.reduce((sum, { shareCount }) => sum + shareCount, 0)).toBe(totalShares);
  });

  it('has a price batch that was undone and a pause in the past, all of it marked as demo', async () => {
    const invented = [
      'BOT_STARTED',
      'ROUND_STARTED',
      'ROUND_FINISHED',
      'BOT_PAUSED',
      'BOT_RESUMED',
      'BOT_STOPPED',
    ] as const;
    for (const action of [...invented, 'PRICE_UPDATE', 'PRICE_REVERTED', 'OFFER_SENT', 'PRICE_DROPS'] as const) {
      const entries = await api.activity.list({ query: { action } });
      expect(entries.length, action).toBeGreaterThan(0);
      for (const { details } of entries) expect(details).toMatch(/\(demo\)$/);
    }
    const [share] = await api.activity.list({ query: { action: 'SHARE', limit: 1 } });
    expect(share?.evidence).toBe('demo');
    const [reverted] = await api.activity.list({ query: { action: 'PRICE_REVERTED', limit: 1 } });
    const history = await api.listings.priceHistory({ id: reverted?.listingId ?? '' });
    expect(history.map(({ source }) => source)).toEqual(['undo', 'optimizer']);
    expect(history[0]?.newPrice).toBe(history[1]?.oldPrice);
  });

  it('has rules whose offers were sent, and a plan that has run and can be undone', async () => {
    const { rules, mostADay } = await api.offers.rules();
    expect(rules).toHaveLength(3);
    expect((await api.bot.status()).settings.offerShippingDiscount).toBe(false);
    const sent = await api.activity.list({ query: { action: 'OFFER_SENT', limit: 100 } });
    expect(sent.length).toBeGreaterThan(10);
    const perDay = Map.groupBy(sent, ({ timestamp }) => timestamp.slice(0, 10));
    for (const { length } of perDay.values()) expect(length).toBeLessThanOrEqual(mostADay);
    const { offers, leftToday } = await api.offers.preview({ body: {} });
    expect(leftToday).toBe(mostADay);
    const blocked = new Set(offers.map((offer) => offer.blocked));
    for (const why of [null, 'too_soon', 'cost_unknown', 'day_full'] as const) expect(blocked).toContain(why);

    const { days, runs } = await api.drops.calendar();
    expect(days.flatMap(({ plans }) => plans)[0]?.drops).toBeGreaterThan(0);
    expect(runs).toMatchObject([{ byHand: false }]);
    const kinds = (await api.today.read()).tasks.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['offers_ready', 'cost_missing']));
    const batchId = runs[0]?.batchId ?? '';
    const { updated } = await api.listings.priceBatch({ batchId });
    const prices = new Map((await api.listings.list()).map(({ id, price }) => [id, price]));
    for (const { listingId, newPrice } of updated) expect(prices.get(listingId)).toBe(newPrice);
    const [entry] = await api.listings.priceHistory({ id: updated[0]?.listingId ?? '' });
    expect(entry).toMatchObject({ source: 'drop', newPrice: updated[0]?.newPrice });
    const listingIds = updated.slice(0, 1).map(({ listingId }) => listingId);
    expect((await api.listings.undoPrices({ batchId, body: { listingIds } })).reverted).toHaveLength(1);
  });

  it('has two years of sales with what most of them cost, and nothing about who bought them', async () => {
    const { username } = await api.closet.authStatus();
    const planted = 'zebulon_wyx';
    const order = { account: username, title: 'Planted coat', price: 40, earnings: 32, buyer: planted };
    const control = controlStandins({ standin: installation.standin, realStandin: null });
    await control.command('POST', 'sales', order);
    expect(await api.sales.sync()).toMatchObject({ added: 1, updated: 0 });
    const { sales, next } = await api.sales.list({ query: { limit: 500 } });
    const { sales: oldest } = await api.sales.list({ query: { limit: 500, before: next ?? '' } });
    expect(sales[0]).toMatchObject({ title: 'Planted coat', earningsCents: 3200, source: 'marketplace' });
    const withCost = sales.filter(({ costCents }) => costCents !== null);
    expect(withCost.length).toBeGreaterThan(sales.length * 0.7);
    expect(Date.parse(oldest.at(-1)?.soldOn ?? '')).toBeLessThan(Date.now() - 700 * 86_400_000);
    // Something was sold since, so the sales are read again on their own.
    const [onSale] = (await api.listings.list()).filter(({ isActive }) => isActive);
    await control.command('POST', `listings/${onSale?.poshmarkId}`, { set: 'sold' });
    expect(await api.listings.sync()).toMatchObject({ sold: 1 });
    expect((await installation.database.query(`select 1 from pgboss.job where name = 'sales.read'`)).count).toBe(1);
    const { totals } = await api.sales.numbers({ query: {} });
    expect(totals.profitCents).toBeGreaterThan(0);

    const { database, folder } = installation;
    const file = path.join(folder, 'planted.gz');
    await backup(database, file);
    const { rows } = await database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    );
    const dumps = await Promise.all(
      rows.map(async ({ name }) => (await database.query(`select t::text as row from ${name} t`)).rows),
    );
    const kept = {
      database: JSON.stringify(dumps),
      backup: gunzipSync(readFileSync(file)).toString(),
      export: JSON.stringify(await api.account.export()),
      log: JSON.stringify(logged),
    };
    for (const [place, text] of Object.entries(kept)) {
      expect([place, text.includes('Planted coat')]).toEqual([place, place !== 'log']);
      for (const ofBuyer of [planted, 'Practice Buyer', 'Practice Street', '45402'])
        expect([place, ofBuyer, text.includes(ofBuyer)]).toEqual([place, ofBuyer, false]);
    }
  });

  it('starts and shares like any closet', async () => {
    expect(await api.bot.start({ body: { offerShippingDiscount: false } })).toMatchObject({ isRunning: true });
    await api.bot.stop();
  });
});
