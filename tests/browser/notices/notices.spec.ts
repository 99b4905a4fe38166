import type { Page, Worker } from '@playwright/test';
import { startPushService } from '#tests/push-service.ts';
import { pretendPush } from '../fixtures/push-browser.ts';
import { changeReply, expect, expectToast, holdCalls, refuseUntilTriedAgain, test } from '../fixtures/story.ts';

const block = (page: Page) =>
  page.getByRole('dialog', { name: 'Your profile' }).getByRole('region', { name: 'Notifications on this device' });
const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await expect(block(page)).toBeVisible();
};
const switchOf = (page: Page, name: string) => block(page).getByRole('switch', { name });

test('notifications are offered, turned on for this browser, chosen, tested, and turned off again', async ({
  page,
  enter,
  look,
}) => {
  await pretendPush(page, { answer: 'granted' });
  let seller = await enter({ closet: 'practice' });
  const offer = page.getByRole('region', { name: 'Notifications', exact: true });
  await test.step('the offer does not show before a good day, can be dismissed for good, and never shows in a browser that cannot accept it', async () => {
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await expect(offer).toBeHidden();
    await changeReply(page, '**/api/notices', (known) => ({ ...known, isOffered: known.devices.length === 0 }));
    await page.evaluate(() => localStorage.setItem('pretend-permission', 'denied'));
    await page.reload();
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await expect(offer).toBeHidden();
    // The page sees another answer of the browser when it gets the focus again.
    await page.evaluate(() => {
      localStorage.removeItem('pretend-permission');
      dispatchEvent(new Event('focus'));
    });
    await offer.getByRole('button', { name: 'No, thanks' }).click();
    await expectToast(page, 'No, thanks', /in your profile/);
    await expect(offer).toBeHidden();
  });
  await test.step('it can be accepted on the dashboard', async () => {
    await page.evaluate(() => localStorage.clear());
    seller = await enter({ closet: 'practice' });
    await expect(offer).toContainText('Sharing is going well.');
    await look('messages-offer', { part: offer });
    await offer.getByRole('button', { name: 'Turn on notifications' }).click();
    await expectToast(page, 'Notifications are on', 'Send a test to see one.');
    await expect(offer).toBeHidden();
    await page.unroute('**/api/notices');
  });
  await openProfile(page);
  await expect(switchOf(page, 'The bot needs you')).toBeChecked();
  await expect(switchOf(page, 'The bot stopped or paused')).toBeChecked();
  await expect(switchOf(page, 'Your sign-in')).toBeChecked();
  await expect(switchOf(page, 'Prices are updated')).not.toBeChecked();
  await expect(switchOf(page, 'Daily summary')).not.toBeChecked();

  await switchOf(page, 'Daily summary').focus();
  await page.keyboard.press('Space');
  await expect(switchOf(page, 'Daily summary')).toBeChecked();
  const events = async () => (await seller.api.notices.overview()).devices.map((device) => device.events);
  await expect.poll(events).toEqual([['needs', 'stopped', 'summary', 'security']]);
  await expect(block(page)).toContainText('No notifications sent here yet.');
  for (const name of ['The bot needs you', 'The bot stopped or paused', 'Daily summary', 'Your sign-in']) {
    await Promise.all([page.waitForResponse('**/api/notices/devices/*'), switchOf(page, name).click()]);
    await expect(switchOf(page, name)).not.toBeChecked();
  }
  await expect(block(page)).toContainText('No event is chosen, so you won’t get any notifications.');

  // Nothing answers at the address of this simulated subscription.
  await block(page).getByRole('button', { name: 'Send a test' }).click();
  await expectToast(page, 'Test failed', /didn’t accept the notification/);
  await expect(block(page)).toContainText('didn’t accept the last notification');
  await page.route('**/api/notices/devices/*/test', (route) =>
    route.fulfill({ json: { message: 'It should be there in a moment.' } }),
  );
  await block(page).getByRole('button', { name: 'Send a test' }).click();
  await expectToast(page, 'Test sent', 'It should be there in a moment.');

  await block(page).getByRole('button', { name: 'Turn off here' }).click();
  await expectToast(page, 'Notifications are off');
  await expect(block(page)).toContainText('You choose the events.');
  await expect(block(page).getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  expect(await events()).toEqual([]);
});

test('a refusing browser shows how to allow notifications, a summary can be mailed, and devices are turned on and off one by one', async ({
  page,
  enter,
  look,
}) => {
  await pretendPush(page, { answer: 'denied' });
  let seller = await enter();
  await test.step('devices that could not be loaded can be loaded again', async () => {
    await refuseUntilTriedAgain(page, '**/api/notices', { status: 502, error: 'restarting', message: 'Not now.' });
    // The dashboard may have read them already.
    await page.reload();
    await openProfile(page);
    await block(page).getByRole('button', { name: 'Try again' }).click();
  });
  await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
  await expectToast(page, 'Notifications are still off', /blocks notifications from Hangtag/);
  // The page sees the browser's answer when it gets the focus again.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(block(page)).toContainText('Your browser blocks notifications from Hangtag. To allow them');
  await expect(block(page).getByRole('listitem')).toHaveCount(3);
  await look('messages-denied', { part: page.getByRole('dialog', { name: 'Your profile' }) });
  await page.evaluate(() => {
    localStorage.setItem('pretend-permission', 'default');
    dispatchEvent(new Event('focus'));
  });
  await expect(block(page).getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  expect((await seller.api.notices.overview()).devices).toEqual([]);
  await test.step('the daily summary by email is one switch, where it can be mailed, and shows nowhere else', async () => {
    const choice = page.getByRole('switch', { name: 'Daily summary by email' });
    await expect(choice).toHaveCount(0);
    await changeReply(page, '**/api/notices', (known) => ({ ...known, mailsSummary: false }));
    await page.reload();
    await openProfile(page);
    await expect(choice).not.toBeChecked();
    // This server sends no mail, so it refuses the choice, which moves back.
    await page.unroute('**/api/notices');
    await choice.click();
    await expectToast(page, 'Error', /email/);
    await expect(choice).not.toBeChecked();
    await page.route('**/api/notices', (route) => route.fulfill({ json: route.request().postDataJSON() }));
    await choice.click();
    await expect(choice).toBeChecked();
    await page.unroute('**/api/notices');
    await expect(choice).toBeEnabled();
    await expect(choice).toBeChecked();
  });
  await page.evaluate(() => {
    localStorage.setItem('pretend-permission', 'granted');
    dispatchEvent(new Event('focus'));
  });
  await test.step('a browser whose push service is unreachable says so', async () => {
    await page.evaluate(() => localStorage.setItem('pretend-broken', 'yes'));
    await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expectToast(page, 'Notifications are still off', /couldn’t reach its push service/);
    await page.evaluate(() => localStorage.removeItem('pretend-broken'));
  });
  await test.step('a subscription that the server refused is ended', async () => {
    await page.route('**/api/notices/devices', (route) =>
      route.fulfill({ status: 409, json: { error: 'too_many_devices', message: 'Turn one of them off first.' } }),
    );
    await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expectToast(page, 'Error', 'Turn one of them off first.');
    expect(await page.evaluate(() => localStorage.getItem('pretend-subscription'))).toBeNull();
    await page.unroute('**/api/notices/devices');
  });
  await test.step('a switch that the server refuses moves back', async () => {
    await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(switchOf(page, 'Prices are updated')).not.toBeChecked();
    await page.route('**/api/notices/devices/*', (route) =>
      route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'That was too often.' } }),
    );
    await switchOf(page, 'Prices are updated').click();
    await expectToast(page, 'Error', 'That was too often.');
    await page.unroute('**/api/notices/devices/*');
    await expect(switchOf(page, 'Prices are updated')).not.toBeChecked();
  });
  await test.step('other devices are listed, and can be turned off from here', async () => {
    // As if this were another browser of the same seller.
    await page.evaluate(() => localStorage.removeItem('pretend-subscription'));
    await page.reload();
    await openProfile(page);
    await expect(block(page)).toContainText('Your other devices');
    await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(block(page)).toContainText('No notifications sent here yet.');
    await look('messages-on', { part: page.getByRole('dialog', { name: 'Your profile' }) });
    await block(page).getByRole('button', { name: 'Turn off here' }).click();
    await block(page).getByRole('button', { name: 'Turn off notifications on Chrome on Linux' }).click();
    await expectToast(page, 'Notifications are off', 'Chrome on Linux won’t get any more.');
    await expect(block(page)).not.toContainText('Your other devices');
    expect((await seller.api.notices.overview()).devices).toEqual([]);
  });
  await test.step('a browser that another account used gets no more of its notifications', async () => {
    await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(switchOf(page, 'The bot needs you')).toBeChecked();
    seller = await enter();
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pretend-subscription'))).toBeNull();
  });
  await test.step('a logout ends this browser’s notifications, both in the browser and at the server', async () => {
    await openProfile(page);
    await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(switchOf(page, 'The bot needs you')).toBeChecked();
    await page.keyboard.press('Escape');
    // A browser that ignores the Clear-Site-Data header.
    await page.route('**/api/logout', async (route) => {
      const response = await route.fetch();
      const { 'clear-site-data': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    const ended = page.waitForEvent(
      'console',
      (message) => message.text() === 'The browser has ended its subscription',
    );
    await page.getByRole('button', { name: 'Logout' }).click();
    await ended;
    await seller.api.account.login({ body: { email: seller.email, password: seller.password } });
    expect((await seller.api.notices.overview()).devices).toEqual([]);
  });
});

test('another tab ends no subscription that this one is saving or has just saved', async ({ page, enter }) => {
  await pretendPush(page, { permission: 'granted' });
  const seller = await enter();
  await openProfile(page);
  const other = await page.context().newPage();
  await pretendPush(other, { permission: 'granted' });
  const subscription = () => page.evaluate(() => localStorage.getItem('pretend-subscription'));
  const saved = Promise.withResolvers<void>();
  const save = await holdCalls(page, '**/api/notices/devices');
  await block(page).getByRole('button', { name: 'Turn on notifications' }).click();
  await expect.poll(subscription).not.toBeNull();
  await test.step('the other tab opens while it is being saved', async () => {
    await other.goto('/dashboard');
    await openProfile(other);
    await expect(block(other).getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    expect(await subscription()).not.toBeNull();
  });
  await test.step('the other tab has read the devices before it was saved', async () => {
    const isRead = Promise.withResolvers<void>();
    await other.route(
      '**/api/notices',
      async (route) => {
        const response = await route.fetch();
        isRead.resolve();
        await saved.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await other.reload();
    await isRead.promise;
    save();
    await expect(switchOf(page, 'The bot needs you')).toBeChecked();
    saved.resolve();
    await openProfile(other);
    await expect(block(other).getByRole('button')).not.toHaveCount(0);
    expect(await subscription()).not.toBeNull();
    expect((await seller.api.notices.overview()).devices).toHaveLength(1);
  });
});

test('a browser that can’t get notifications says why', async ({ page, enter }) => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1';
  await page.addInitScript((userAgent) => {
    const lacks = localStorage.getItem('browser') ?? 'push';
    Reflect.deleteProperty(window, 'PushManager');
    if (lacks === 'home screen') Object.defineProperty(navigator, 'userAgent', { value: userAgent });
    if (lacks === 'https') Object.defineProperty(window, 'isSecureContext', { value: false });
  }, iPhone);
  await enter();
  const reasons = [
    ['push', 'can’t get notifications while Hangtag is closed'],
    ['home screen', 'tap Share, then Add to Home Screen'],
    ['https', 'need a site with https'],
  ] as const;
  for (const [at, [lacks, says]] of reasons.entries())
    await test.step(`without ${lacks}: ${says}`, async () => {
      if (at > 0) {
        await page.evaluate((value) => localStorage.setItem('browser', value), lacks);
        await page.reload();
      }
      await openProfile(page);
      await expect(block(page)).toContainText(says);
      await expect(block(page).getByRole('button')).toHaveCount(0);
    });
});

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Opens the screen with its service worker and records notifications, because a headless browser can't show any. */
  const standBy = async (page: Page) => {
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const context = page.context();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      scope.shown = new Map();
      scope.registration.showNotification = async (title, options) =>
        void scope.shown.set(options.tag, { title, ...options });
    });
    return worker;
  };
  type Shown = { title: string; body: string; tag: string; renotify: boolean; data: { path: string } };
  type WorkerScope = {
    shown: Map<string, Shown>;
    registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> };
    clients: { openWindow(path: string): Promise<void> };
    WindowClient: { prototype: { focus(): Promise<void> } };
    dispatchEvent(event: Event): void;
  };
  const shown = (worker: Worker) =>
    worker.evaluate(() => {
      const all = [...(globalThis as unknown as WorkerScope).shown.values()];
      return all.map(({ title, body, tag, renotify, data }) => ({ title, body, tag, renotify, path: data.path }));
    });
  /** Sends a push message to the real service worker. */
  const deliver = async (page: Page, data: string) => {
    const devtools = await page.context().newCDPSession(page);
    const origin = new URL(page.url()).origin;
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
        if (own) resolve(own.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
    await devtools.detach();
  };
  const message = { title: 'Your bot is paused', body: 'First.', tag: 'bot', path: '/dashboard', at: 1 };

  test('shows what it is sent, renews its subscription, and brings the screen forward', async ({ page, enter }) => {
    const seller = await enter({ closet: 'practice' });
    const worker = await standBy(page);
    await test.step('shows the notifications it gets, and a later one of a kind replaces the earlier one', async () => {
      await deliver(page, JSON.stringify(message));
      const first = { title: message.title, body: 'First.', tag: 'bot', renotify: true, path: '/dashboard' };
      await expect.poll(() => shown(worker)).toEqual([first]);
      await deliver(page, JSON.stringify({ ...message, body: 'Second.' }));
      await expect.poll(() => shown(worker)).toEqual([{ ...first, body: 'Second.' }]);
      await deliver(page, JSON.stringify({ ...message, tag: 'prices', path: 'https://elsewhere.example/' }));
      await deliver(page, 'no message of ours');
      await expect
        .poll(async () => (await shown(worker)).map(({ title, tag, path }) => `${title} ${tag} ${path}`))
        .toEqual([
          'Your bot is paused bot /dashboard',
          'Your bot is paused prices /dashboard',
          'Hangtag news /dashboard',
        ]);
    });
    await test.step('sends the server the new subscription when the browser replaces it', async () => {
      const service = await startPushService();
      const [former, fresh] = [service.subscribe(), service.subscribe()];
      await service.close();
      const device = await seller.api.notices.subscribe({ body: { ...former, events: ['prices'] } });
      await worker.evaluate(
        async ([old, now]) => {
          const waits: Promise<unknown>[] = [];
          const event = Object.assign(new Event('pushsubscriptionchange'), {
            oldSubscription: { endpoint: old?.endpoint, options: { applicationServerKey: null } },
            newSubscription: { toJSON: () => ({ ...now, expirationTime: null }) },
            waitUntil: (work: Promise<unknown>) => void waits.push(work),
          });
          (globalThis as unknown as WorkerScope).dispatchEvent(event);
          await Promise.all(waits);
        },
        [former, fresh],
      );
      const { devices } = await seller.api.notices.overview();
      expect(devices).toMatchObject([{ events: ['prices'], since: device.since }]);
      expect(devices[0]?.fingerprint).not.toBe(device.fingerprint);
    });
    await test.step('focuses the open screen when a notification is clicked, or opens one', async () => {
      /** A click as the service worker receives it. Only a real click lets a browser open windows. */
      const press = () =>
        worker.evaluate(async () => {
          const scope = globalThis as unknown as WorkerScope;
          const done: string[] = [];
          scope.clients.openWindow = async (path) => void done.push(`opened ${path}`);
          scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
            done.push(`focused ${new URL(this.url).pathname}`);
          } as () => Promise<void>;
          const waits: Promise<unknown>[] = [];
          const event = Object.assign(new Event('notificationclick'), {
            notification: { data: { path: '/dashboard' }, close: () => void done.push('closed') },
            waitUntil: (work: Promise<unknown>) => void waits.push(work),
          });
          scope.dispatchEvent(event);
          await Promise.all(waits);
          return done;
        });
      expect(await press()).toEqual(['closed', 'focused /dashboard']);
      await page.goto('/privacy');
      expect(await press()).toEqual(['closed', 'opened /dashboard']);
    });
  });
});
