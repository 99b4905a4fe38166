// A week of a seller who lets Hangtag sell: offers by rule, price drops by plan, parties, share-backs, and an experiment. All that
// counts is checked at the marketplace's journal, too.
import type { Page } from '@playwright/test';
import { paths } from '#contract/pages.ts';
import { addDays, type DateText, instantOf, shareDay } from '#domain/time.ts';
import { sellerZone } from '../fixtures/product.ts';
import { startBot } from '../fixtures/situations.ts';
import { expect, expectToast, test as story } from '../fixtures/story.ts';
import { type MovedProduct, startMovedProduct } from './moved-product.ts';

const monday: DateText = '2026-05-04';
const [tuesday, thursday, friday] = [1, 3, 4].map((days) => addDays(monday, days)) as [DateText, DateText, DateText];
const moment = (day: DateText, time: string): number => instantOf(day, time, sellerZone);
const iso = (day: DateText, time: string): string => new Date(moment(day, time)).toISOString();
const dayOf = (at: unknown): DateText => shareDay(Date.parse(String(at)), sellerZone);

const test = story.extend<{ product: MovedProduct }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern here
  product: async ({}, use, { workerIndex }) => {
    const product = await startMovedProduct({ startsAt: moment(monday, '08:00'), crowd: workerIndex });
    await use(product);
    await product.close();
  },
});

const closet = 41;
/** A day. On Monday, more would be shared. */
const most = { shares: 70, backs: 3, offers: 5, drops: 4 };
const brand = 'Hanna Andersson';
const evening = '21:02';
/** A round takes five seconds here, and a minute or two on a machine that is busy with other work. */
const soon = { timeout: 180_000 };

const today = (page: Page) => page.getByRole('region', { name: 'Today' });
const task = (page: Page, words: string) => today(page).getByRole('listitem').filter({ hasText: words });
/** Runs in the page: each call moves its clock. Timers run as before. */
function moveDate(byMs: number): void {
  const Before = Date;
  globalThis.Date = class extends Before {
    constructor(...given: []) {
      if (given.length === 0) super(Before.now() + byMs);
      else super(...given);
    }
    static override now = () => Before.now() + byMs;
  } as DateConstructor;
}

test('a seller’s week: offers by rule, drops by plan, parties, share-backs, and an experiment, Today in the morning, and one run undone', async ({
  page,
  enter,
  product,
}) => {
  // Ten minutes on a machine that is busy with other work.
  test.setTimeout(600_000);
  const seller = await enter({ closet: 'real', listings: closet, sold: 0, path: null });
  const { api, market } = seller;
  await page.addInitScript(moveDate, product.now() - Date.now());
  const listings = await api.listings.list();
  const own = new Map(listings.map((listing) => [listing.poshmarkId, listing]));
  await api.listings.changeMany({ body: { listingIds: listings.map(({ id }) => id), costCents: 300 } });
  const { json: planted } = await product.market.control('POST', 'parties', {
    parties: [
      {
        title: 'Best for Kids',
        start_at: iso(monday, '20:00'),
        end_at: iso(monday, '22:00'),
        theme: { brands: [brand] },
      },
      { title: 'Monday Party', start_at: iso(monday, '22:00'), end_at: iso(monday, '23:00') },
      { title: 'Thursday Party', start_at: iso(thursday, '20:00'), end_at: iso(thursday, '23:00') },
    ],
  });
  const [kids, ...forAll] = planted.ids as string[];

  const moveTo = async (day: DateText, time: string) => {
    const before = product.now();
    await product.moveTo(moment(day, time));
    await page.addInitScript(moveDate, product.now() - before);
  };
  /** The bot's status. Its sums hold at every look. */
  const look = async () => {
    const status = await api.bot.status();
    const { self, party, back } = status.sharesByKind;
    expect(self + party + back).toBe(status.sharesToday);
    expect(status.sharesToday).toBeLessThanOrEqual(most.shares);
    return status;
  };
  /** What the marketplace did for the seller: of each day, the listings. */
  const done = async (op: string) => {
    const entries = (await product.market.journal(op)).filter((entry) => entry.applied === true);
    return entries.map(({ at, listingId, partyId }) => ({ day: dayOf(at), listingId: String(listingId), partyId }));
  };
  const doneOn = async (day: DateText, op: string) =>
    (await done(op)).filter((one) => one.day === day).map(({ listingId }) => listingId);
  const prices = async () => {
    const caller = await product.market.seller(market?.username, market?.password);
    const posts = (await caller.wholeCloset('available', market?.username)).flat();
    return new Map(posts.map((post) => [String(post.id), Number((post.price_amount as { val: unknown }).val)]));
  };

  // The screens on which a seller does this have stories of their own.
  await test.step('Monday: rules for offers, a plan of price drops, parties, share-backs, and an experiment that begins at midnight', async () => {
    const rules = [
      { name: 'After two months', percent: 20, match: { minAgeDays: 60 } },
      { name: 'After two weeks', percent: 15, match: { minAgeDays: 14 } },
      { name: 'New likes', percent: 12, match: {} },
    ];
    await api.offers.changeRules({ body: { rules, mostADay: most.offers } });
    const plan = {
      name: 'Weekly drop',
      percent: 10,
      match: { minAgeDays: 30 },
      everyDays: 3,
      restDays: 2,
      at: '09:00',
    };
    await api.drops.savePlans({ body: { plans: [{ ...plan, mostADay: most.drops }] } });
    await api.experiment.start({ body: { weeks: 4 } });
    await startBot(seller, {
      ...(await api.bot.status()).settings,
      ...{ offerShippingDiscount: true, partySharing: true, shareBack: true, shareBackPerDay: most.backs },
      dailyShareLimit: most.shares,
      resumeDaily: true,
      useScheduledSlots: true,
      scheduledSlots: [{ startTime: '21:00', endTime: '23:00', enabled: true, daysOfWeek: [1, 4] }],
    });
  });

  await test.step('Today says what goes out and what drops, and the first step is put off for a week', async () => {
    await page.goto(paths.dashboard);
    await expect(task(page, `${most.offers} offers ready`)).toContainText('after cost');
    await expect(task(page, `${most.drops} price drops today`)).toBeVisible();
    await page.getByRole('button', { name: /^Later: .*first step/ }).click();
    await page.getByRole('button', { name: 'In a week' }).click();
    await expectToast(page, 'Put off for 7 days');
    await expect(today(page).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('Monday evening: a round, two parties, offers, drops, and the daily limit, which nothing passes', async () => {
    const before = await prices();
    const forKids = listings.filter((listing) => listing.brand === brand).length;
    await moveTo(monday, evening);
    await expect.poll(async () => (await look()).sharesByKind, soon).toMatchObject({ self: closet, party: forKids });
    await expect.poll(async () => (await doneOn(monday, 'update')).length, soon).toBe(most.drops);
    await expect.poll(async () => (await doneOn(monday, 'offer')).length, soon).toBe(most.offers);
    await moveTo(monday, '22:01');
    await expect.poll(async () => (await look()).sharesToday, soon).toBe(most.shares);
    const after = await prices();
    const dropped = [...before].filter(([id, price]) => after.get(id) !== price).map(([id]) => id);
    expect(dropped.toSorted()).toEqual((await doneOn(monday, 'update')).toSorted());
    for (const id of dropped) expect(after.get(id)).toBe(Math.floor(((before.get(id) ?? 0) * 90) / 100));
  });

  await test.step('Tuesday: the experiment is under way, and the limit starts anew', async () => {
    await moveTo(tuesday, '08:00');
    await expect.poll(async () => (await api.experiment.read()).state, soon).toBe('running');
    expect((await look()).sharesToday).toBe(0);
  });

  await test.step('Thursday: each kind of share is shown as what it is', async () => {
    await moveTo(thursday, '08:00');
    await page.goto(paths.dashboard);
    await expect(today(page).getByRole('listitem')).toHaveText([/offers ready/, /price drops today/]);
    await task(page, 'price drops today').getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Last runs' })).toContainText(`${most.drops} prices dropped`);
    await page.goto(paths.dashboard);
    await product.market.control('POST', 'news', {
      account: market?.username,
      by: ['mia', 'zoe'],
      at: iso(thursday, '20:00'),
    });
    await moveTo(thursday, evening);
    const usual = (await api.experiment.read()).groups?.usual.listings ?? 0;
    await expect.poll(async () => (await look()).sharesByKind, soon).toMatchObject({ self: closet, party: usual });
    await expect.poll(async () => (await doneOn(thursday, 'update')).length, soon).toBe(most.drops);
    await expect.poll(async () => (await doneOn(thursday, 'offer')).length, soon).toBe(most.offers);
    // The account may have been busy with prices and offers when the news was due. It is read again later.
    await moveTo(thursday, '21:40');
    await expect.poll(async () => (await look()).sharesByKind.back, soon).toBe(most.backs);
    await page.reload();
    await expect(page.getByText(`${closet} in rounds, ${usual} to parties, ${most.backs} shared back`)).toBeVisible();
    await expect(page.locator('.rail-key')).toContainText(/Party.*Share-back/s);
    await expect(page.locator('.rail')).toHaveAccessibleName(
      new RegExp(`nothing more planned; ${usual} shares for Thursday Party.*of share-backs`),
    );
    const entries = page.getByRole('region', { name: 'Recent activity' });
    await expect(entries).toContainText('zoe’s newest listing');
    await entries.getByLabel('Show', { exact: true }).selectOption('Party share');
    await expect(entries).toContainText('Thursday Party');
  });

  await test.step('Friday: one run is undone as a whole, and nothing else changes', async () => {
    const dropped = await doneOn(thursday, 'update');
    const low = await prices();
    await moveTo(friday, '08:00');
    await page.goto(paths.drops);
    const runs = page.getByRole('region', { name: 'Last runs' });
    // Thursday's run. Each row loads by itself, and Monday's may come first.
    await runs.getByRole('listitem').first().getByRole('button', { name: 'Undo all' }).press('Enter');
    const undone = page.waitForResponse('**/undo');
    await page.getByRole('button', { name: `Restore ${most.drops} prices` }).press('Enter');
    expect(await (await undone).json()).toMatchObject({ skipped: [] });
    await expect(runs.getByRole('listitem').first().getByRole('status')).toContainText(
      `${most.drops} prices restored`,
      soon,
    );
    const back = await prices();
    for (const id of dropped) expect(back.get(id) ?? 0).toBeGreaterThan(low.get(id) ?? 0);
    expect(
      [...back]
        .filter(([id, price]) => low.get(id) !== price)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(dropped.toSorted());
  });

  await test.step('at the marketplace, nothing happened twice, and nothing above the limit', async () => {
    const shares = await done('share');
    const keys = (of: typeof shares) => of.map(({ day, listingId, partyId }) => `${day} ${listingId} ${partyId}`);
    expect(new Set(keys(shares)).size).toBe(shares.length);
    expect(shares.filter(({ day }) => day === monday)).toHaveLength(most.shares);
    expect(own.get(shares.find(({ partyId }) => partyId === kids)?.listingId ?? '')?.brand).toBe(brand);
    expect(
      shares.every(({ partyId }) => partyId === undefined || partyId === kids || forAll.includes(String(partyId))),
    ).toBe(true);
    const drops = (await done('update')).filter(({ day }) => day !== friday);
    expect(new Set(keys(drops)).size).toBe(drops.length);
    expect([...new Set(drops.map(({ day }) => day))]).toEqual([monday, thursday]);
    const offers = (await done('offer')).map(({ listingId }) => listingId);
    expect(new Set(offers).size).toBe(offers.length);
  });
});
