import { expect, test } from '@playwright/test';
import type { Carried, Carry } from '#domain/ports/carrier.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { buildPriceWrite } from '#marketplace/connector/price-write.ts';
import { movableClock } from '#marketplace/tests/scripted-marketplace.fixture.ts';
import { type Market, openMarket } from '#tests/standin/caller.ts';
import { violations } from '../fixtures/accessibility.ts';
import { openExtension, wholeBrowser, whySkipped } from './extension.ts';
import { askWho, bodyOf, idsOf, inPlace, pairWith, shareOf, signIn, tokenOf, writing } from './place.ts';
import { type Ended, startScriptedServer } from './scripted-server.ts';

test.skip(wholeBrowser === undefined, whySkipped);

const sharesIn = async (market: Market): Promise<unknown[]> =>
  (await market.journal('share')).filter((entry) => entry.case === 'ok').map(({ listingId }) => listingId);

test('a browser is paired, carries what is on its list, and refuses the rest', async () => {
  test.slow();
  await inPlace(async (place) => {
    const { market, server, extension } = place;
    const tab = await signIn(place);
    let options = await extension.open('options');

    await test.step('what is wrong with the form is said beside the field, and the keyboard is there', async () => {
      await options.getByRole('button', { name: 'Pair', exact: true }).press('Enter');
      await expect(options.getByLabel('Address of your Hangtag')).toBeFocused();
      await expect(options.getByLabel('Pairing code')).toHaveAccessibleDescription(/8 letters and digits/);
      await options.getByLabel('Address of your Hangtag').fill('http://hangtag.example');
      await options.getByLabel('Pairing code').fill(server.code);
      await options.getByRole('button', { name: 'Pair', exact: true }).press('Enter');
      await expect(options.getByLabel('Address of your Hangtag')).toHaveAccessibleDescription(/https:\/\//);
      await options.getByLabel('Address of your Hangtag').fill('http://127.0.0.1:9');
      await options.getByRole('button', { name: 'Pair', exact: true }).press('Enter');
      await expect(options.getByText('Can’t reach a Hangtag at this address')).toBeVisible();
      await options.getByLabel('Address of your Hangtag').fill(server.url);
      await options.getByLabel('Pairing code').fill('ZZZZ9999');
      await options.getByRole('button', { name: 'Pair', exact: true }).press('Enter');
      await expect(options.getByLabel('Pairing code')).toHaveAccessibleDescription(
        'This code doesn’t work. Get a new one.',
      );
      await expect(options.getByLabel('Pairing code')).toBeFocused();
      expect(await violations(options)).toEqual([]);
    });

    await test.step('clicked on a page of Hangtag, it fills in the address and the code that are there, and on no other page', async () => {
      const page = await extension.context.newPage();
      for (const [body, filled] of [
        ['<html data-computer="own"><b data-pairing-code="ABCD2345">', [server.url, 'ABCD2345']],
        ['<html><b data-pairing-code="ABCD2345">', ['', '']],
      ] as const) {
        await page.route('**/dashboard', (route) => route.fulfill({ contentType: 'text/html', body }));
        await page.goto(`${server.url}/dashboard`);
        // A real popup lies over the page, and this one is a tab.
        const popup = await extension.open('popup');
        await page.bringToFront();
        await popup.reload();
        const opened = extension.context.waitForEvent('page');
        await popup.getByRole('button', { name: 'Pair this browser' }).click();
        const form = await opened;
        await expect(form.getByLabel('Address of your Hangtag')).toHaveValue(filled[0]);
        await expect(form.getByLabel('Pairing code')).toHaveValue(filled[1]);
        await form.close();
        await popup.close();
        await page.unroute('**/dashboard');
      }
      await page.close();
    });

    await test.step('the right code pairs it, and the worker asks for work', async () => {
      await options.close();
      options = await pairWith(place);
      expect(await server.ask({ path: '/vm-rest/users/self?pm_version=1' })).toMatchObject({
        kind: 'answered',
        status: 200,
        path: '/vm-rest/users/self',
        headers: { 'x-standin': '1' },
      });
      expect(server.lastNext()).toMatchObject({ protocol: 1, state: 'ready' });
      expect(extension.context.pages().filter((page) => page.url().startsWith(market.origin))).toHaveLength(1);
    });

    const token = await tokenOf(place);
    const ids = await idsOf(place);

    await test.step('a round is shared in the order in which the server asks', async () => {
      const round = ids.slice(-10).toReversed();
      for (const id of round)
        expect(await server.ask(shareOf(id, token))).toMatchObject({ kind: 'answered', status: 200 });
      expect(await sharesIn(market)).toEqual(round);
    });

    await test.step('what is not on the list never reaches the marketplace, and the seller sees it', async () => {
      const before = (await market.journal()).length;
      const refused = { kind: 'not_sent', reason: 'not_allowed' };
      expect(await server.ask({ path: '/vm-rest/users/self/orders' })).toEqual(refused);
      expect(await server.ask({ ...shareOf(ids[0] ?? '', token), body: '{"event_ids":["1"]}' })).toEqual(refused);
      expect(await server.ask({ method: 'POST', path: `/vm-rest/posts/${ids[0]}`, body: '{}' })).toEqual(refused);
      expect(await market.journal()).toHaveLength(before);
      await expect(options.getByText('Refused a request from your Hangtag').first()).toBeVisible();
      await expect(options.getByText('GET /vm-rest/users/self/orders')).toBeVisible();
    });

    const answers: Ended[] = [];
    const carry: Carry = async ({ method, path, headers, body }) => {
      const ended = await server.ask({ method, path, headers, body });
      answers.push(ended);
      return ended as Carried;
    };
    const clock = { ...movableClock(), now: Date.now };
    const connector = connectMarketplace({ origin: market.origin, userAgent: 'Hangtag/0 (test)', clock });
    const account = connector.account({ cookies: [], token }, { sellerId: '1', carry });

    await test.step('what was sold is passed on, and nothing of who bought it', async () => {
      const sale = { account: 'thrifty_jo', title: 'Silk blouse', price: 39, earnings: 31.2, buyer: 'planted_buyer' };
      await market.control('POST', 'sales', sale);
      const read = await account.sales();
      const sold = { title: 'Silk blouse', totalPriceCents: 3900, earningsCents: 3120, state: 'sold' };
      expect(read).toMatchObject({
        kind: 'ok',
        value: { sales: expect.arrayContaining([expect.objectContaining(sold)]) },
      });
      expect(JSON.stringify(answers)).toContain('Silk blouse');
      expect(JSON.stringify(answers)).not.toMatch(/planted_buyer|buyer|shipping_address|Practice Street/);
      await expect(options.getByText('Read your sales.').first()).toBeVisible();
    });

    await test.step('a share to a party and one back go through, and nothing else of who shared is passed on', async () => {
      const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
      const parties = [{ id: 'p1', start_at: hours(-1), end_at: hours(1) }];
      await market.control('POST', 'parties', { parties });
      await market.control('POST', 'news', { account: 'thrifty_jo', by: ['planted_mia'] });
      answers.splice(0);
      await account.probe();
      expect(await account.parties()).toMatchObject({ kind: 'ok', value: [{ id: 'p1', status: 'ongoing' }] });
      expect(await account.share(ids[2] ?? '', { partyId: 'p1' })).toMatchObject({ kind: 'ok' });
      const news = await account.news({ since: Date.now() - 3_600_000 });
      const [mia] = news.kind === 'ok' ? (news.value[0]?.people ?? []) : [];
      expect(mia?.name).toBe('planted_mia');
      const theirs = await account.newestListing(mia?.id ?? '');
      const id = theirs.kind === 'ok' ? (theirs.value?.id ?? '') : '';
      expect(await account.share(id)).toMatchObject({ kind: 'ok' });
      const shares = (await market.journal('share')).slice(-2);
      expect(shares.map(({ listingId, partyId }) => [listingId, partyId])).toEqual([
        [ids[2], 'p1'],
        [id, undefined],
      ]);
      const [told = ''] = answers.map(bodyOf).filter((body) => body.includes('planted_mia'));
      expect(told).not.toMatch(/shared your listing|full_name/);
      await expect(options.getByText('Read who shared your listings.').first()).toBeVisible();
      await connector.close();
    });

    await test.step('a price is changed, and nothing else of the listing can be', async () => {
      const id = ids[0] ?? '';
      await market.control('POST', `listings/${id}`, { price: 60 });
      const path = `/vm-rest/posts/${id}?pm_version=1`;
      const read = async () => JSON.parse(bodyOf(await server.ask({ path }))) as Record<string, unknown>;
      const before = await read();
      const post = buildPriceWrite(before, 77, { partialUpdateAllowed: false });
      const update = (change: object) => ({
        method: 'POST' as const,
        path,
        headers: writing(token),
        body: JSON.stringify({ post: { ...post, ...change } }),
      });
      expect(await server.ask(update({ title: 'Free' }))).toEqual({ kind: 'not_sent', reason: 'not_allowed' });
      expect(await server.ask(update({ inventory: { status: 'sold_out' } }))).toMatchObject({ kind: 'not_sent' });
      expect(await market.journal('update')).toHaveLength(0);
      expect(await server.ask(update({}))).toMatchObject({ kind: 'answered', status: 200 });
      const after = await read();
      const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
      // The marketplace counts the saves of a listing in its inventory.
      expect(changed.sort()).toEqual(expect.arrayContaining(['inventory', 'price', 'price_amount']));
      const own = ['inventory', 'original_price', 'original_price_amount', 'price', 'price_amount', 'updated_at'];
      expect(own).toEqual(expect.arrayContaining(changed));
      expect(after.price).toBe(77);
    });

    await test.step('far below the price, the seller is asked, and a yes is for exactly that, once', async () => {
      const id = ids[1] ?? '';
      await market.control('POST', `listings/${id}`, { price: 100 });
      const path = `/vm-rest/posts/${id}?pm_version=1`;
      const to = async (dollars: number) => {
        const listing = JSON.parse(bodyOf(await server.ask({ path }))) as Record<string, unknown>;
        const post = buildPriceWrite(listing, dollars, { partialUpdateAllowed: false });
        return server.ask({ method: 'POST', path, headers: writing(token), body: JSON.stringify({ post }) });
      };
      const offer = (val: number) =>
        server.ask({
          method: 'POST',
          path: `/vm-rest/posts/${id}/likes/users/offers?pm_version=1`,
          headers: writing(token),
          body: JSON.stringify({
            offer_amount: { val, currency_code: 'USD' },
            seller_shipping_discount: { id: null },
            offer_api_version: 3,
          }),
        });
      const asked = { kind: 'not_sent', reason: 'asks_seller' };
      const made = async () => (await market.journal('update')).length;
      const before = await made();
      // Two steps that add up are one big step.
      expect(await to(60)).toMatchObject({ kind: 'answered' });
      expect(await to(45)).toEqual(asked);
      expect(await offer(1)).toEqual(asked);
      const popup = await extension.open('popup');
      await expect(popup.getByText(/^Change the price of “.+” from \$60 to \$45\?$/)).toBeVisible();
      await expect(popup.getByText('One more question after this.')).toBeVisible();
      expect(await violations(popup)).toEqual([]);
      await popup.getByRole('button', { name: 'Yes, change it' }).press('Enter');
      await expect(popup.getByText(/^Send likers of “.+” an offer of \$1\? It costs \$60\.$/)).toBeVisible();
      await popup.getByRole('button', { name: 'No', exact: true }).press('Enter');
      await expect(popup.getByText('Sharing', { exact: true })).toBeVisible();
      expect(await to(44)).toEqual(asked);
      expect(await to(45)).toMatchObject({ kind: 'answered', status: 200 });
      expect(await offer(1)).toMatchObject({ kind: 'not_sent' });
      expect(await made()).toBe(before + 2);
      expect(await market.journal('offer')).toHaveLength(0);
      await popup.getByRole('button', { name: 'No', exact: true }).press('Enter');
      await expect(popup.getByText('Sharing', { exact: true })).toBeVisible();
      await popup.close();
      await expect(options.getByText('You allowed an unusual change, once.')).toBeVisible();
      await expect(options.getByText('Asked you before changing a price.').first()).toBeVisible();
    });

    await test.step('an answer above 2 MB is not passed on', async () => {
      await tab.route('**/vm-rest/users/self?*', (route) => route.fulfill({ body: 'x'.repeat(2_200_000) }));
      expect(await server.ask({ path: '/vm-rest/users/self?pm_version=1' })).toEqual({ kind: 'too_large' });
      await tab.unroute('**/vm-rest/users/self?*');
    });

    await test.step('a page in place of JSON is passed on as it is, for the server to judge', async () => {
      const body = '<!doctype html><title>Down for maintenance</title>';
      await tab.route('**/vm-rest/users/self?*', (route) => route.fulfill({ contentType: 'text/html', body }));
      expect(await server.ask(askWho)).toMatchObject({ kind: 'answered', status: 200, body });
      await tab.unroute('**/vm-rest/users/self?*');
      expect(await server.ask(askWho)).toMatchObject({ kind: 'answered', status: 200 });
    });

    await test.step('Pause stops it at once, without the server', async () => {
      const popup = await extension.open('popup');
      await popup.getByRole('button', { name: 'Pause' }).press('Enter');
      await expect(popup.getByRole('heading', { level: 1 })).toContainText('Nothing goes to');
      const before = await sharesIn(market);
      expect(await server.ask(shareOf(ids[1] ?? '', token))).toEqual({ kind: 'not_sent', reason: 'paused' });
      expect(await sharesIn(market)).toEqual(before);
      await expect.poll(() => server.lastNext()?.state).toBe('paused');
      await expect(popup.getByRole('button', { name: 'Resume' })).toBeFocused();
      await popup.keyboard.press('Enter');
      await expect.poll(() => server.lastNext()?.state).toBe('ready');
      await expect(popup.getByRole('button', { name: 'Pause' })).toBeFocused();
      expect(await violations(popup)).toEqual([]);
      await popup.close();
    });

    await test.step('a server of another version, and a pairing that ended, are each said in a sentence', async () => {
      const popup = await extension.open('popup');
      server.refuse({ status: 409, body: { error: 'other_version', message: 'Update' } });
      await expect(popup.getByRole('heading', { level: 1 })).toContainText('is too old');
      server.refuse(null);
      await popup.reload();
      await expect(popup.getByText('Sharing', { exact: true })).toBeVisible();
      server.refuse({ status: 401, body: { error: 'unauthenticated', message: 'No' } });
      await expect(popup.getByRole('heading', { level: 1 })).toContainText('No longer paired');
      await expect(popup.getByRole('button', { name: 'Pair again' })).toBeVisible();
      expect(await violations(popup)).toEqual([]);
      await expect(options.getByText('Your Hangtag ended the pairing.')).toBeVisible();
      expect(await violations(options)).toEqual([]);
    });

    await test.step('the log is cleared only after a question, and says that it was', async () => {
      const clear = options.getByRole('button', { name: 'Clear the log' });
      await clear.press('Enter');
      await expect(options.getByText('You can’t get it back.')).toBeVisible();
      expect(await violations(options)).toEqual([]);
      await options.getByRole('button', { name: 'Keep it' }).press('Enter');
      await expect(options.getByText('You paused the companion.')).toHaveCount(1);
      await clear.press('Enter');
      await options.getByRole('button', { name: 'Clear it' }).press('Enter');
      await expect(options.getByRole('heading', { name: 'What it did' })).toBeFocused();
      await expect(options.locator('#log li')).toHaveText([/You cleared the log\./]);
    });
  });
});

test('whatever is ended in mid-flight is answered as not confirmed, and never sent again', async () => {
  await inPlace(async (place) => {
    const { market, server, extension } = place;
    const tab = await signIn(place);
    await pairWith(place);
    const token = await tokenOf(place);
    const [first = '', second = '', third = '', ...more] = (await idsOf(place)).toReversed();
    /** The marketplace does the share and never answers. */
    const hang = (listingId: string) =>
      market.fault({ case: 'timeout', times: 1 }, { op: 'share', listingId }, listingId);
    const isDone = (id: string) =>
      expect.poll(async () => (await market.journal('share')).filter((entry) => entry.listingId === id).length).toBe(1);

    await test.step('the service worker is ended', async () => {
      await hang(first);
      const ended = server.ask(shareOf(first, token));
      await isDone(first);
      await extension.killWorker();
      const popup = await extension.open('popup');
      expect(await ended).toEqual({ kind: 'cut' });
      await popup.close();
    });

    await test.step('the tab is closed', async () => {
      await hang(second);
      const ended = server.ask(shareOf(second, token));
      await isDone(second);
      await tab.close();
      expect(await ended).toEqual({ kind: 'cut' });
    });

    await test.step('without a tab it opens one in the background', async () => {
      expect(await server.ask(shareOf(third, token))).toMatchObject({ kind: 'answered', status: 200 });
      const opened = () => extension.context.pages().filter((page) => page.url().startsWith(market.origin)).length;
      await expect.poll(opened).toBe(1);
    });

    /** The share is done, its answer is lost, and afterward the next one works without anybody's help. */
    const interrupted = async (id: string, next: string, strike: () => Promise<void>, end: Ended) => {
      await hang(id);
      const ended = server.ask({ ...shareOf(id, token), deadlineMs: 12_000 });
      await isDone(id);
      await strike();
      expect(await ended).toEqual(end);
      expect(await server.ask(shareOf(next, token))).toMatchObject({ kind: 'answered', status: 200 });
    };

    await test.step('the extension is updated', async () => {
      await interrupted(more[0] ?? '', more[1] ?? '', extension.reload, { kind: 'cut' });
    });

    await test.step('the extension is switched off, which ends the share, and on again', async () => {
      const offAndOn = async () => {
        await extension.enable(false);
        await extension.enable(true);
      };
      await interrupted(more[2] ?? '', more[3] ?? '', offAndOn, { kind: 'cut' });
    });

    await test.step('the computer sleeps past the deadline: what was on its way is lost, and what was not begun stays so', async () => {
      test.skip(process.platform !== 'linux', 'A browser can be stopped like this only on Linux.');
      const id = more[4] ?? '';
      const wake = extension.suspend();
      // The poll that is open takes the request into the sleep.
      expect(await server.ask({ ...shareOf(id, token), deadlineMs: 1_500 })).toMatchObject({
        kind: expect.stringMatching(/^no/),
      });
      wake();
      expect(await server.ask(askWho)).toMatchObject({ kind: 'answered', status: 200 });
      expect(await server.ask(shareOf(more[5] ?? '', token))).toMatchObject({ kind: 'answered', status: 200 });
    });

    const shared = (await market.journal('share')).map(({ listingId }) => listingId);
    expect(shared).toEqual([first, second, third, ...more.slice(0, 4), more[5]]);
  });
});

test('the seller is fetched once when Poshmark wants a sign-in or a person', async () => {
  await inPlace(async (place) => {
    const { market, server, extension } = place;
    const tab = await signIn(place);
    await pairWith(place);
    const token = await tokenOf(place);
    const [id = ''] = await idsOf(place);
    const popup = await extension.open('popup');
    const heading = popup.getByRole('heading', { level: 1 });

    await test.step('signed out', async () => {
      await market.control('POST', 'sessions/expire', { account: 'thrifty_jo' });
      expect(await server.ask(shareOf(id, token))).toMatchObject({ kind: 'answered', status: 401 });
      await expect(heading).toContainText('Sign in to');
      await expect.poll(() => tab.evaluate(() => document.visibilityState)).toBe('visible');
      await expect.poll(() => server.lastNext()?.state).toBe('signed_out');
      await signIn(place, tab);
      await expect.poll(() => server.lastNext()?.state).toBe('ready');
    });

    await test.step('a person is asked for', async () => {
      await market.control('POST', 'human-check', { account: 'thrifty_jo', on: true });
      const renewed = await tokenOf(place);
      expect(bodyOf(await server.ask(shareOf(id, renewed)))).toContain('SuspectedBot');
      await expect(heading).toContainText('to verify you’re human');
      await expect.poll(() => server.lastNext()?.state).toBe('human_check');
      expect(bodyOf(await server.ask({ path: '/vm-rest/users/self?pm_version=1' }))).toContain('thrifty_jo');
      await expect(heading).toContainText('to verify you’re human');
      await tab.goto(`${market.origin}/human-check?account=thrifty_jo`);
      await expect.poll(() => server.lastNext()?.state).toBe('human_check');
      await tab.getByRole('button', { name: 'I am a person' }).click();
      await expect.poll(() => server.lastNext()?.state).toBe('ready');
    });
    expect(await sharesIn(market)).toEqual([]);

    await test.step('and while the server is away, the popup says so', async () => {
      server.refuse({ status: 503, body: {} });
      await expect(heading).toContainText('Can’t reach');
      await expect(popup.getByRole('term')).toHaveText(['Last known', 'Next share', 'Your Hangtag', /.*/, 'Right now']);
      server.refuse(null);
      await expect(heading).not.toContainText('Can’t reach');
    });
  });
});

test('nothing is carried before the seller allows Poshmark, and a no is answered in a sentence', async () => {
  const market = await openMarket({ now: Date.now });
  // Permissions name hosts without ports, so the marketplace needs a host of its own here.
  const server = await startScriptedServer(market.origin.replace('127.0.0.1', 'localhost'));
  const extension = await openExtension({ allowed: [server.url] });
  try {
    const options = await pairWith({ market, server, extension });
    await expect.poll(() => server.lastNext()?.state).toBe('no_permission');
    const popup = await extension.open('popup');
    await expect(popup.getByRole('heading', { level: 1 })).toContainText('One more click');
    expect(await server.ask(askWho)).toEqual({ kind: 'not_sent', reason: 'no_tab' });
    for (const page of [options, popup]) {
      // Nobody can click the browser's own question in a test.
      await page.evaluate('chrome.permissions.request = async () => false');
      await page.getByRole('button', { name: /^Allow/ }).press('Enter');
      await expect(page.getByText('Your browser didn’t allow it.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    expect(await market.journal()).toEqual([]);
  } finally {
    await extension.close();
    await server.close();
    await market.close();
  }
});
