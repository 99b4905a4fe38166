import { expect, test } from '@playwright/test';
import { buildPriceWrite } from '#marketplace/connector/price-write.ts';
import { openMarket } from '#tests/standin/caller.ts';
import { type FirefoxTab, firefox, openFirefox, whySkipped } from './firefox.ts';
import { askWho, bodyOf, idsOf, shareOf, tokenOf, writing } from './place.ts';
import { startScriptedServer } from './scripted-server.ts';

test.skip(firefox === undefined, whySkipped);

test('the same extension works in Firefox: paired, a round, refusals, a price, a closed tab, Pause, and the session', async () => {
  test.slow();
  const market = await openMarket({ now: Date.now });
  const server = await startScriptedServer(market.origin);
  const browser = await openFirefox({ allowed: [server.url, market.origin] });
  const signIn = async (tab: FirefoxTab): Promise<void> => {
    await tab.goto(`${market.origin}/login`);
    await tab.run(`(() => {
      document.querySelector('#login_form_username_email').value = 'thrifty_jo';
      document.querySelector('#login_form_password').value = 'practice-1';
      document.querySelector('#login_form_password').form.requestSubmit();
    })()`);
    await expect.poll(() => tab.run<string>('location.pathname').catch(() => '')).toMatch(/^\/(feed|closet)/);
  };
  const sharesIn = async () =>
    (await market.journal('share')).filter((entry) => entry.case === 'ok').map(({ listingId }) => listingId);
  try {
    const tab = await browser.open(`${market.origin}/login`);
    await signIn(tab);
    const options = await browser.openPage('options');

    await test.step('a wrong code is refused beside its field, and the right one pairs', async () => {
      await options.fill('Address of your Hangtag', server.url);
      await options.fill('Pairing code', 'ZZZZ9999');
      await options.press('Pair');
      await options.sees('This code doesn’t work. Get a new one.');
      await options.fill('Pairing code', server.code);
      await options.press('Pair');
      await options.sees('This browser');
      expect(await options.run<string>('document.body.innerText')).toContain('Firefox on');
      expect(await server.ask(askWho)).toMatchObject({ kind: 'answered', status: 200, path: '/vm-rest/users/self' });
    });

    const token = await tokenOf({ server });
    const ids = await idsOf({ server });

    await test.step('a round is shared in order, and what is not on the list never reaches the marketplace', async () => {
      const round = ids.slice(-10).toReversed();
      for (const id of round)
        expect(await server.ask(shareOf(id, token))).toMatchObject({ kind: 'answered', status: 200 });
      expect(await sharesIn()).toEqual(round);
      const before = (await market.journal()).length;
      const refused = { kind: 'not_sent', reason: 'not_allowed' };
      expect(await server.ask({ path: '/vm-rest/users/self/orders' })).toEqual(refused);
      expect(await server.ask({ ...shareOf(ids[0] ?? '', token), body: '{"event_ids":["1"]}' })).toEqual(refused);
      expect(await market.journal()).toHaveLength(before);
      await options.sees('Refused a request from your Hangtag');
    });

    await test.step('a price is changed, and nothing else of the listing can be', async () => {
      await market.control('POST', `listings/${ids[0]}`, { price: 60 });
      const path = `/vm-rest/posts/${ids[0]}?pm_version=1`;
      const before = JSON.parse(bodyOf(await server.ask({ path }))) as Record<string, unknown>;
      const post = buildPriceWrite(before, 77, { partialUpdateAllowed: false });
      const update = (change: object) => ({
        method: 'POST' as const,
        path,
        headers: writing(token),
        body: JSON.stringify({ post: { ...post, ...change } }),
      });
      expect(await server.ask(update({ title: 'Free' }))).toEqual({ kind: 'not_sent', reason: 'not_allowed' });
      expect(await server.ask(update({}))).toMatchObject({ kind: 'answered', status: 200 });
      expect(JSON.parse(bodyOf(await server.ask({ path })))).toMatchObject({ price: 77 });
    });

    await test.step('the session goes to the server after the seller saw which cookies that are', async () => {
      await options.press('Use my session on the server');
      await options.sees('Send these cookies to hangtag.example?');
      await options.press('Send them');
      await options.sees('Sent. Your Hangtag uses this session now.');
      expect(JSON.stringify(server.sessions)).toContain('jwt');
    });

    await test.step('Pause stops it at once, without the server', async () => {
      const popup = await browser.openPage('popup');
      await popup.press('Pause');
      await popup.sees('Nothing goes to');
      expect(await server.ask(shareOf(ids[1] ?? '', token))).toEqual({ kind: 'not_sent', reason: 'paused' });
      await popup.press('Resume');
      await expect.poll(() => server.lastNext()?.state).toBe('ready');
      await popup.close();
    });

    await test.step('a share whose tab is closed is not confirmed, and the next one opens a tab of its own', async () => {
      const [lost = '', next = ''] = ids.slice(2);
      await market.fault({ case: 'timeout', times: 1 }, { op: 'share', listingId: lost }, lost);
      const ended = server.ask(shareOf(lost, token));
      await expect.poll(async () => JSON.stringify(await market.journal('share'))).toContain(lost);
      await tab.close();
      expect(await ended).toEqual({ kind: 'cut' });
      // A busy machine opens the tab too late, and then the share is asked for again, as the server would.
      const asked = () => server.ask({ ...shareOf(next, token), deadlineMs: 20_000 });
      await expect.poll(asked, { timeout: 60_000 }).toMatchObject({ kind: 'answered', status: 200 });
      const opened = (await browser.addresses()).filter((address) => address.startsWith(market.origin));
      expect(opened).toHaveLength(1);
    });

    await test.step('signed out: the companion says so, the seller signs in, and it continues', async () => {
      await market.control('POST', 'sessions/expire', { account: 'thrifty_jo' });
      expect(await server.ask(shareOf(ids[4] ?? '', token))).toMatchObject({ kind: 'answered', status: 401 });
      await expect.poll(() => server.lastNext()?.state).toBe('signed_out');
      await signIn(await browser.open(`${market.origin}/login`));
      await expect.poll(() => server.lastNext()?.state).toBe('ready');
    });
  } finally {
    await browser.close();
    await server.close();
    await market.close();
  }
});
