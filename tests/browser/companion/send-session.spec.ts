import { expect, test } from '@playwright/test';
import { violations } from '../fixtures/accessibility.ts';
import { wholeBrowser, whySkipped } from './extension.ts';
import { inPlace, pairWith, signIn } from './place.ts';

test.skip(wholeBrowser === undefined, whySkipped);

test('the session goes to the server only after the seller saw which cookies that are', async () => {
  await inPlace(
    async (place) => {
      const { market, server, extension } = place;
      const options = await pairWith(place);
      const ask = options.getByRole('button', { name: 'Use my session on the server' });
      await ask.press('Enter');
      await expect(options.getByRole('alert').getByText('You aren’t signed in')).toBeVisible();
      await expect(ask).toBeFocused();
      const tab = await signIn(place);
      await tab.evaluate(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: a page's own script sets cookies this way
        document.cookie = 'advertising=someone; path=/';
      });
      await ask.click();
      await expect(options.getByText('Send these cookies to hangtag.example?')).toBeVisible();
      await expect(options.getByText('advertising')).toBeHidden();
      expect(await violations(options)).toEqual([]);
      await options.getByRole('button', { name: 'Don’t send' }).press('Enter');
      expect(server.sessions).toEqual([]);
      await ask.press('Enter');
      server.refuse({ status: 422, body: { error: 'session_rejected', message: 'That session has expired.' } });
      await options.getByRole('button', { name: 'Send them' }).press('Enter');
      // It was sent, so the companion may not say that it wasn't.
      await expect(options.getByRole('alert')).toHaveText([
        'Your Hangtag didn’t keep this session. That session has expired.',
        '',
      ]);
      await expect(options.getByText('session went to your Hangtag, which didn’t keep it.')).toBeVisible();
      server.refuse(null);
      await expect(ask).toBeFocused();
      await options.keyboard.press('Enter');
      await expect(options.getByRole('group', { name: 'Send these cookies' })).toBeFocused();
      await options.keyboard.press('Tab');
      await expect(options.getByRole('button', { name: 'Send them' })).toBeFocused();
      await options.keyboard.press('Enter');
      await expect(options.getByText('Sent. Your Hangtag uses this session now.')).toBeFocused();
      const [sent] = server.sessions as { session: string; renewsSession: boolean }[];
      expect(JSON.parse(sent?.session ?? '').map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['jwt', 'ui', '_csrf']),
      );
      expect(sent?.session).not.toContain('advertising');
      expect(sent?.renewsSession).toBe(false);

      await test.step('a session is renewed automatically only if the seller allowed it, and at most once an hour', async () => {
        Object.assign(server.state, { wantsSession: true, transport: 'server', renewsSession: false });
        await server.ask({ path: '/vm-rest/users/self?pm_version=1' });
        await server.ask({ path: '/vm-rest/users/self?pm_version=1' });
        expect(server.sessions).toHaveLength(1);
        const renewal = options.getByRole('switch', { name: 'Renew it automatically' });
        server.refuse({ status: 503, body: {} });
        await renewal.press('Space');
        await expect(options.getByText('Can’t reach your Hangtag.')).toBeVisible();
        await expect(renewal).not.toBeChecked();
        server.refuse(null);
        await renewal.press('Space');
        await expect(renewal).toBeChecked();
        await expect.poll(() => server.renewals).toEqual([{ renewsSession: true }]);
        await expect.poll(() => server.sessions.length).toBe(2);
        await server.ask({ path: '/vm-rest/users/self?pm_version=1' });
        await server.ask({ path: '/vm-rest/users/self?pm_version=1' });
        expect(server.sessions).toHaveLength(2);
        expect(server.sessions[1]).toMatchObject({ renewsSession: true });
      });

      await test.step('the switch shows that it was turned off in Hangtag, and turns it on there again', async () => {
        const renewal = options.getByRole('switch', { name: 'Renew it automatically' });
        server.state.renewsSession = false;
        await expect(renewal).toHaveAccessibleDescription(/This is off in your Hangtag\./);
        await expect(renewal).not.toBeChecked();
        await renewal.press('Space');
        await expect.poll(() => server.renewals.length).toBe(2);
        await expect(renewal).toBeChecked();
        server.state.transport = 'browser';
        await expect(renewal).toHaveAccessibleDescription(/nothing to renew/);
      });

      await test.step('what the seller allowed ends with the pairing, and the keyboard is never lost', async () => {
        await options.getByRole('button', { name: 'End the pairing' }).press('Enter');
        await expect(options.getByText('End the pairing? Nothing is shared')).toBeVisible();
        await options.keyboard.press('Tab');
        await options.keyboard.press('Tab');
        await options.keyboard.press('Enter');
        await expect(options.getByRole('button', { name: 'End the pairing' })).toBeVisible();
        expect(await options.evaluate(() => document.activeElement?.id)).toBe('pair-title');
        await options.keyboard.press('Tab');
        await options.keyboard.press('Enter');
        await expect(options.getByText('End the pairing? Nothing is shared')).toBeVisible();
        await options.keyboard.press('Tab');
        await options.keyboard.press('Enter');
        await expect(options.getByLabel('Address of your Hangtag')).toBeFocused();
        expect(await extension.remembered()).not.toHaveProperty('renewsSession');
      });
      expect(extension.context.pages().some((page) => page.url().startsWith(market.origin))).toBe(true);
    },
    { cookies: true },
  );
});
