import { expect, test } from '@playwright/test';
import { openMarket } from '#tests/standin/caller.ts';
import { openExtension, wholeBrowser, whySkipped } from './extension.ts';
import { startScriptedServer } from './scripted-server.ts';

test.skip(wholeBrowser === undefined, whySkipped);

test('a browser is paired, carries what is on its list, and refuses the rest', async () => {
  const market = await openMarket({ now: Date.now });
  const server = await startScriptedServer(market.origin);
  const extension = await openExtension({ allowed: [server.url, market.origin], cookies: true });
  try {
    const options = await extension.open('options');
    await options.getByLabel('Address of your Hangtag').fill(server.url);
    await options.getByLabel('Code').fill('abcd-2345');
    await options.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(options.getByRole('heading', { name: 'This browser' })).toBeVisible();
    const answer = await server.ask({ path: '/vm-rest/users/self?pm_version=2026.33.00' });
    console.log(JSON.stringify(answer).slice(0, 300), server.lastNext());
    await options.screenshot({ path: '/tmp/opt.png', fullPage: true });
    const popup = await extension.open('popup');
    await popup.setViewportSize({ width: 360, height: 600 });
    await popup.screenshot({ path: '/tmp/pop.png' });
  } finally {
    await extension.close();
    await server.close();
    await market.close();
  }
});
