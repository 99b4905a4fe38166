import { expect, type Page, test } from '@playwright/test';
import { readMetaToken } from '#marketplace/session/bootstrap-page.ts';
import { openMarket } from '#tests/standin/caller.ts';
import { seeded } from '../../chaos/seeded.ts';
import { type Extension, openExtension, wholeBrowser, whySkipped } from './extension.ts';
import { signInAt } from './place.ts';
import { type Ended, startScriptedServer } from './scripted-server.ts';

// The long leg: `INTERRUPTIONS=50 npx playwright test tests/browser/companion/interruptions.spec.ts`, with `SEED` for another run.
const interruptions = Number(process.env.INTERRUPTIONS ?? 0);
const seed = Number(process.env.SEED ?? 7);

test.skip(wholeBrowser === undefined, whySkipped);
test.skip(interruptions === 0, 'The long leg runs by a command: set INTERRUPTIONS to how many.');

const kinds = [
  'worker',
  'tab',
  'browser',
  'network',
  'pause',
  'switched_off',
  // The computer sleeps until nobody waits for the answer anymore.
  ...(process.platform === 'linux' ? (['sleep'] as const) : []),
] as const;
type Kind = (typeof kinds)[number];

const signIn = async (extension: Extension, origin: string): Promise<Page> => {
  const tab = await extension.context.newPage();
  await signInAt(tab, origin, { username: 'big_bea', password: 'practice-4' });
  return tab;
};

test('no listing is shared twice, and at most one share is unknown for each interruption', async () => {
  test.setTimeout(60_000 + interruptions * 20_000);
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const market = await openMarket({ now: Date.now });
  const server = await startScriptedServer(market.origin);
  let extension = await openExtension({ allowed: [server.url, market.origin] });
  let tab = await signIn(extension, market.origin);
  const options = await extension.open('options');
  await options.getByLabel('Address of your Hangtag').fill(server.url);
  await options.getByLabel('Pairing code').fill(server.code);
  await options.getByRole('button', { name: 'Pair', exact: true }).click();
  await options.getByRole('heading', { name: 'This browser' }).waitFor();

  const bodyOf = (ended: Ended): string => (ended.kind === 'answered' ? ended.body : '');
  const readToken = async () => {
    for (;;) {
      const page = await server.ask({ path: '/create-listing', headers: { accept: 'text/html' }, deadlineMs: 20_000 });
      const token = readMetaToken(bodyOf(page));
      if (token !== null) return token;
    }
  };
  const closet = await fetch(
    `${market.origin}/vm-rest/users/big_bea/posts/filtered?request=${encodeURIComponent(JSON.stringify({ filters: { inventory_status: ['available'] }, count: 100 }))}`,
  );
  const { data } = (await closet.json()) as { data: { id: string }[] };

  /** Strikes, and brings the companion back as a seller would. */
  const strike = async (kind: Kind, ended: Promise<Ended>): Promise<void> => {
    if (kind === 'worker') {
      await extension.killWorker();
      await (await extension.open('popup')).close();
    } else if (kind === 'tab') {
      await tab.close();
      tab = await signIn(extension, market.origin);
    } else if (kind === 'browser') {
      extension = await extension.killBrowser();
      tab = await signIn(extension, market.origin);
    } else if (kind === 'network') {
      await extension.context.setOffline(true);
      await tab.evaluate(() => navigator.onLine);
      await extension.context.setOffline(false);
    } else if (kind === 'switched_off') {
      await extension.enable(false);
      await extension.enable(true);
    } else if (kind === 'sleep') {
      const wake = extension.suspend();
      await ended;
      wake();
    } else {
      const popup = await extension.open('popup');
      await popup.getByRole('button', { name: 'Pause' }).click();
      await popup.getByRole('button', { name: 'Resume' }).click();
      await popup.close();
    }
  };

  let token = await readToken();
  const ends: { id: string; struck: Kind | null; kind: Ended['kind'] }[] = [];
  let struckCount = 0;
  try {
    const listings = data.slice(0, Math.min(data.length, interruptions * 2));
    for (const [index, { id }] of listings.entries()) {
      const left = interruptions - struckCount;
      // Toward the end, as many as are still missing.
      const isStruck = left > 0 && (random() < 0.6 || left >= listings.length - index);
      const struck = isStruck ? pick(kinds) : null;
      // At the moment of the claim, or while the marketplace thinks, before or after it has shared.
      const moment = pick(['claim', 'before', 'after'] as const);
      if (struck !== null && moment !== 'claim')
        await market.fault(
          { case: moment === 'before' ? 'timeout-before' : 'timeout', times: 1 },
          { op: 'share', listingId: id },
          id,
        );
      const ended = server.ask({
        method: 'PUT',
        path: `/vm-rest/users/self/shared_posts/${id}?pm_version=1`,
        headers: { accept: 'application/json', 'content-type': 'application/json', 'x-xsrf-token': token },
        body: '{}',
        // One that nobody disturbs must be answered, however busy the machine is.
        deadlineMs: struck === null ? 30_000 : 6000,
      });
      if (struck !== null) {
        struckCount += 1;
        // In steps, so that a run that hangs says where.
        // On a busy machine a browser may be too late to claim it at all.
        await test.step(`${struckCount}: the share is claimed`, () => Promise.race([server.claimed(), ended]));
        await test.step(`${struckCount}: ${struck}, ${moment}`, () => strike(struck, ended));
      }
      const { kind } = await test.step(`the end after ${struck}`, () => ended);
      ends.push({ id, struck, kind });
      if (struck !== null) token = await test.step(`work continues after ${struck}`, readToken);
    }
    const done = (await market.journal('share')).map(({ listingId }) => String(listingId));
    const summary = JSON.stringify({ seed, struckCount, ends: ends.length, shares: done.length });
    console.log(summary);
    expect(new Set(done).size, summary).toBe(done.length);
    for (const { id, kind, struck } of ends) {
      const wasDone = done.includes(id);
      // "Never sent" is a proof, and so is the marketplace's answer.
      if (kind === 'not_sent' || kind === 'not_claimed') expect(wasDone, `${id} ${struck}`).toBe(false);
      if (kind === 'answered') expect(wasDone, `${id} ${struck}`).toBe(true);
      if (struck === null) expect(kind, id).toBe('answered');
    }
    const unknown = ends.filter(({ kind }) => kind === 'cut' || kind === 'no_answer');
    expect(unknown.length).toBeLessThanOrEqual(struckCount);
    expect(struckCount).toBe(interruptions);
  } finally {
    await extension.close().catch(() => undefined);
    await server.close();
    await market.close();
  }
});
