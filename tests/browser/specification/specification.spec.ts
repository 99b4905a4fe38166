import type { Page, Route } from '@playwright/test';
import { pricedPhoto, refuse, steepAdvice } from '../fixtures/canned-prices.ts';
import { choosePhoto, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { password } from '../fixtures/product.ts';
import { botButton, expect, expectToast, test, toast } from '../fixtures/story.ts';

const cell = (page: Page, name: string) =>
  page.locator('.cell', { has: page.getByRole('heading', { name, exact: true }) });
const optimizer = (page: Page) => page.getByRole('region', { name: 'Smart pricing optimizer' });
const photoCard = (page: Page) => page.getByRole('region', { name: 'Price from a photo' });
const namesOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();

/** A reply with only a status and no message. */
const wordless = (status: number) => (route: Route) => route.fulfill({ status, body: '' });

test('the home page and the auth screen say what the specification fixes', async ({ page }) => {
  await test.step('the home page and the auth screen have everything that the specification names', async () => {
    await test.step('/ sets its own title, meta tags, canonical link and structured data', async () => {
      await page.goto('/');
      await expect(page).toHaveTitle(/Hangtag/);
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S{3}/);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^https?:\/\/[^/]+\/$/);
      const data = await page.locator('script[type="application/ld+json"]').allTextContents();
      expect(data.map((text) => JSON.parse(text)['@type'])).toContain('SoftwareApplication');
    });
    await test.step('/auth has a How it Works link and a side panel with four benefits', async () => {
      await page.goto('/auth');
      await expect(page.getByRole('link', { name: 'How it Works', exact: true })).toHaveAttribute(
        'href',
        '/how-it-works',
      );
      for (const benefit of [
        'Automated listing sharing',
        'AI price suggestions',
        'Smart offer management',
        'Real-time market analysis',
      ])
        await expect(page.getByText(benefit, { exact: true })).toBeVisible();
    });
    await test.step('Register labels the phone number as optional, for account security notifications', async () => {
      await page.getByRole('tab', { name: 'Register' }).click();
      await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/account security notifications/);
      await expect(page.getByLabel('Poshmark username')).toBeVisible();
      await expect(page.getByLabel('Poshmark password')).toBeVisible();
    });
  });
  await test.step('a refusal on the auth screen shows the server’s message, or else the fixed text', async () => {
    await page.getByRole('tab', { name: 'Login' }).click();
    await page.getByLabel('Email').fill('maya@example.com');
    await page.getByLabel('Password').fill(password);
    const login = async (answer: (route: Route) => Promise<void>, words: string) => {
      await page.route('**/api/login', answer);
      await page.getByRole('button', { name: 'Login' }).click();
      await expectToast(page, 'Login Failed', words);
      await page.unroute('**/api/login');
    };
    await test.step('Login Failed: the error or message, else the body text, else the fallback', async () => {
      await login(refuse(429, 'too_many_requests', 'Please wait a while.'), 'Please wait a while.');
      await login((route) => route.fulfill({ status: 400, json: { error: 'Not like this.' } }), 'Not like this.');
      await login(
        (route) => route.fulfill({ status: 400, contentType: 'text/plain', body: 'Come later.' }),
        'Come later.',
      );
      await login(wordless(401), 'Invalid credentials. Please try again.');
    });
    await test.step('Error: the server’s message, if a reset link cannot be sent', async () => {
      await page.route('**/api/auth/forgot-password', refuse(429, 'too_many_requests', 'Please wait a while.'));
      await page.getByRole('button', { name: 'Forgot your password' }).click();
      const forgot = page.getByRole('form', { name: 'Send a reset link' });
      await forgot.getByLabel('Email').fill('maya@example.com');
      await forgot.getByRole('button', { name: 'Send reset link' }).click();
      await expectToast(page, 'Error', 'Please wait a while.');
    });
    await test.step('Registration Failed: the fallback', async () => {
      await page.getByRole('tab', { name: 'Register' }).click();
      await page.getByLabel('First name').fill('Maya');
      await page.getByLabel('Last name').fill('Brandt');
      await page.getByLabel('Email').fill('maya@example.com');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
      let sent: unknown;
      await page.route('**/api/register', (route) => {
        sent = route.request().postDataJSON();
        return wordless(400)(route);
      });
      await page.getByRole('button', { name: 'Create account' }).click();
      await expectToast(page, 'Registration Failed', 'Failed to create account. Please try again.');
      expect(sent).toMatchObject({ firstName: 'Maya' });
      expect(sent).not.toHaveProperty('acceptTerms');
    });
  });
});

test('the dashboard of a new seller shows the presets and defaults of the specification', async ({ page, enter }) => {
  await enter();
  await test.step('below the first steps the cards are empty, and only one step leads on', async () => {
    const cards = page.getByRole('region', { name: 'Closet at a glance' });
    await expect(cards.locator('.cell')).toHaveText([
      /^0Active Listings0 soldSync Closet$/,
      /^AI Analysis.*Analyze$/,
      /^0Total Shares0 today$/,
      /^0All ListingsNo active listings$/,
    ]);
    await expect(cards.getByRole('button', { name: 'Sync Closet' })).toBeDisabled();
    const steps = page.getByRole('region', { name: 'Before the first round' });
    // Both are measured again until they are where they stay.
    await expect(async () => {
      const [above, below] = await Promise.all([steps.boundingBox(), cards.boundingBox()]);
      expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    }).toPass();
    await expect(page.getByText('Setup Required')).toBeVisible();
    await expect(page.getByText(/^Not Connected\./)).toBeVisible();
    for (const name of ['Start Bot', 'Stop Bot']) await expect(page.getByRole('button', { name })).toBeDisabled();
    await expect(page.locator('.btn.pri:enabled')).toHaveText(['Show a pairing code', 'Update Settings']);
    await page.getByRole('tab', { name: 'Username and password' }).click();
    await expect(page.getByLabel('Poshmark username')).toHaveAccessibleDescription(/not your email/);
    await page.getByRole('button', { name: 'Hide these steps' }).click();
  });
  await test.step('cards: Active Listings with Sync Closet, AI Analysis, Total Shares, All Listings', async () => {
    await expect(cell(page, 'Active Listings').getByRole('button', { name: 'Sync Closet' })).toBeVisible();
    await expect(page.locator('.cell.ai').getByRole('link')).toHaveAttribute('href', '/market-analysis');
    await expect(page.locator('.cell.ai').getByRole('heading')).toHaveText('AI Analysis');
    await expect(cell(page, 'Total Shares').locator('.fig')).toHaveText('0');
    await expect(cell(page, 'All Listings')).toContainText('No active listings');
  });
  await test.step('Setup Required, Not Connected', async () => {
    await expect(page.getByText('Setup Required').first()).toBeVisible();
    await expect(page.getByText('Not Connected. Connect your closet to start sharing.')).toBeVisible();
  });
  await test.step('empty activity and daily shares: a text, and one step that leads on', async () => {
    for (const title of ['Recent activity', 'Daily shares'])
      await expect(
        page.getByRole('region', { name: title }).getByRole('link', { name: 'Go to Start Bot' }),
      ).toHaveAttribute('href', '#bot-title');
  });
  await test.step('credentials: how the password is stored, and a separate section for password managers', async () => {
    await page.getByRole('tab', { name: 'Username and password' }).click();
    const secret = page.getByLabel('Poshmark password');
    await expect(secret).toHaveAttribute('autocomplete', 'section-marketplace current-password');
    await expect(secret).toHaveAccessibleDescription('Stored encrypted. Never shown again.');
    await page.getByLabel(/^Keep my password \(encrypted\)/).uncheck();
  });
  await test.step('240 minutes, 10,000 a day, scheduled slots and shipping discount off', async () => {
    await expect(page.getByRole('radio', { name: '4 hours Recommended' })).toBeChecked();
    await expect(page.getByLabel('Daily share limit', { exact: true })).toHaveValue('10000');
    await expect(page.getByRole('switch', { name: 'Scheduled slots' })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'Offer shipping discount' })).not.toBeChecked();
  });
  await test.step('the values behind the presets', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.locator('.chip', { hasText: 'Once daily' }).click();
    await page.locator('.chip', { hasText: '20,000' }).click();
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expectToast(page, 'Settings Updated');
    expect((await sent).postDataJSON()).toMatchObject({
      shareFrequency: 1440,
      dailyShareLimit: 20_000,
      offerShippingDiscount: false,
    });
  });
  await reachPricing(page);
  await test.step('optimizer: four strategies, 5, 10, 15 or 20 listings, engagement and 10 chosen', async () => {
    expect(await namesOf(page, 'Strategy')).toEqual([
      'Top Performers',
      'Underperforming',
      'Recently Shared',
      'Random Sample',
    ]);
    expect(await namesOf(page, 'Listings')).toEqual(['5', '10', '15', '20']);
    await expect(page.getByLabel('Strategy')).toHaveValue('engagement');
    await expect(page.getByLabel('Listings', { exact: true })).toHaveValue('10');
  });
  await test.step('seven condition hints', async () => {
    await choosePhoto(page, await takePhoto());
    const values = await page
      .getByLabel('Condition')
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(values).toEqual(['', 'new-with-tags', 'new-without-tags', 'excellent', 'very-good', 'good', 'fair', 'poor']);
  });
});

test('every failure of the dashboard has its title and text', async ({ page, enter }) => {
  const seller = await enter({ closet: 'real', listings: 8, sold: 2 });
  await expect(cell(page, 'All Listings')).toContainText('80% active');
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  const during = async (path: string, answer: (route: Route) => Promise<void>, act: () => Promise<void>) => {
    await page.route(path, answer);
    await act();
    await page.unroute(path);
  };

  await test.step('Error: Failed to stop bot', () =>
    during('**/api/bot/stop', refuse(409, 'not_running', 'The bot is not running.'), async () => {
      await seller.api.bot.start({ body: { ...(await seller.api.bot.status()).settings, acceptAutomationRisk: true } });
      await botButton(page, 'Stop Bot').click();
      await expectToast(page, 'Error', 'Failed to stop bot');
    }));
  await botButton(page, 'Stop Bot').click();
  await expectToast(page, 'Bot stopped successfully');
  await test.step('recent activity: the latest 5 entries, action words with spaces, and when', async () => {
    const entries = page.getByRole('region', { name: 'Recent activity' }).locator('.entry');
    await expect(entries.first()).toContainText('Bot stopped');
    await expect(entries).toHaveCount(5);
    await expect(entries.first()).toContainText(/\d+:\d\d [AP]M|just now|ago/);
    await expect(async () => {
      const latest = await seller.api.activity.list({ query: { limit: 5 } });
      const names = (await entries.locator('.lab').allTextContents()).map((name) => name.toUpperCase());
      expect(names).toEqual(latest.map(({ action }) => action.replaceAll('_', ' ')));
    }).toPass();
    await expect(page.getByRole('region', { name: 'Recent activity' })).not.toContainText('BOT_');
  });
  await test.step('Update Failed: Expected JSON response but got {type}, Invalid JSON, API endpoint error', async () => {
    const say = async (answer: (route: Route) => Promise<void>, words: string) =>
      during('**/api/bot/settings', answer, async () => {
        await press('Update Settings');
        await expectToast(page, 'Update Failed', words);
      });
    await say(
      (route) => route.fulfill({ contentType: 'text/plain', body: 'fine' }),
      'Expected JSON response but got text/plain',
    );
    await say(
      (route) => route.fulfill({ contentType: 'application/json', body: '{' }),
      'Invalid JSON response from server',
    );
    await say(
      (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<p>no</p>' }),
      'API endpoint error: 404',
    );
  });
  await test.step('Authentication Failed: Please check your credentials', () =>
    during('**/api/poshmark/test-auth', refuse(422, 'credentials_rejected', 'No.'), async () => {
      await press('Test authentication');
      await expectToast(page, 'Authentication Failed', 'Please check your credentials');
    }));
  await test.step('No Listings Found: the server’s message', () =>
    during('**/api/listings/sync', refuse(404, 'no_listings_found', 'Your closet is empty.'), async () => {
      await press('Sync Closet');
      await expectToast(page, 'No Listings Found', 'Your closet is empty.');
    }));
  await test.step('a sync right after another is no failure', () =>
    during(
      '**/api/listings/sync',
      refuse(429, 'too_many_requests', 'A closet can be synced once a minute.'),
      async () => {
        await press('Sync Closet');
        await expectToast(page, 'Not yet', 'A closet can be synced once a minute.');
      },
    ));
  await test.step('Logout failed, Update failed, Disconnection failed: the fallbacks', async () => {
    await during('**/api/logout', wordless(400), async () => {
      await press('Logout');
      await expectToast(page, 'Logout failed', 'Logout failed');
    });
    await press('Profile of Maya Brandt');
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await profile.getByRole('tab', { name: 'Personal Info' }).click();
    await during('**/api/user/profile', wordless(400), async () => {
      await profile.getByLabel('Phone number').fill('+1 555 0100');
      await profile.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Update failed', 'Profile update failed');
    });
    await profile.getByRole('tab', { name: 'Poshmark' }).click();
    const question = page.getByRole('dialog', { name: 'Disconnect this closet?' });
    await during('**/api/user/disconnect-closet', wordless(400), async () => {
      await profile.getByRole('button', { name: 'Disconnect closet' }).click();
      await question.getByRole('button', { name: 'Disconnect closet' }).click();
      await expectToast(page, 'Disconnection failed', 'Failed to disconnect closet');
    });
  });
});

test.describe('if no message comes', () => {
  test.use({ allowed: /net::ERR_FAILED|status of 503/ });

  test('a failure without a message shows the screen’s own text, and nothing is requested twice', async ({
    page,
    enter,
  }) => {
    await page.clock.install();
    await enter({ closet: 'real', listings: 8 });
    await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('8');
    const press = (name: string) => page.getByRole('button', { name }).first().click();
    const unreachable = 'Can’t reach the server. Check your connection, then try again.';
    /** A call that fails like this shows these texts, and is not repeated for a minute. */
    const failing = async (act: string, path: string, answer: (route: Route) => Promise<void>, told: string[]) => {
      let calls = 0;
      await page.route(path, (route) => {
        calls += 1;
        return answer(route);
      });
      await press(act);
      const [title = '', ...texts] = told;
      await expect(toast(page).locator('.toast-title')).toHaveText(title);
      await expect(toast(page).locator('.toast-text')).toHaveText(texts);
      await page.clock.runFor(60_000);
      expect(calls, `${act} was asked for once`).toBe(1);
      await page.unroute(path);
    };
    const bare = (body: string) => (route: Route) =>
      route.fulfill({ status: 418, contentType: 'application/json', body });
    const cut = (route: Route) => route.abort();

    await test.step('settings: Failed to update settings, and HTTP {status}', async () => {
      const told = ['Update Failed', 'Failed to update settings'];
      await failing('Update Settings', '**/api/bot/settings', wordless(418), [...told, 'HTTP 418']);
      await failing('Update Settings', '**/api/bot/settings', bare('{}'), [...told, 'HTTP 418']);
      await failing('Update Settings', '**/api/bot/settings', cut, [...told, unreachable]);
    });
    await test.step('sync: Failed to sync closet listings', async () => {
      const told = ['No Listings Found', 'Failed to sync closet listings'];
      await failing('Sync Closet', '**/api/listings/sync', wordless(418), [...told, 'HTTP 418']);
      await failing('Sync Closet', '**/api/listings/sync', bare('{"message":""}'), [...told, 'HTTP 418']);
      await failing('Sync Closet', '**/api/listings/sync', cut, [...told, unreachable]);
    });
    await page.goto('/api-test');
    await test.step('API test: its status, else the fixed text, as toast and in the result', async () => {
      const status = 'API test failed with status: 503';
      await failing('Run API Test', '**/api/poshmark/test', wordless(503), ['API Test Failed', status, 'HTTP 503']);
      const otherwise = 'An error occurred while testing the API connection.';
      await failing('Run Test Again', '**/api/poshmark/test', cut, ['API Test Failed', otherwise, unreachable]);
      await expect(page.getByRole('region', { name: 'Result' })).toContainText(otherwise);
    });
    await test.step('a screen does not repeat on its own a request that the server refused', async () => {
      // Without events, only polled queries run.
      await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
      const calls = { activity: 0, listings: 0, status: 0 };
      const count = (path: string, name: keyof typeof calls, answer: (route: Route) => Promise<void>) =>
        page.route(path, (route) => {
          calls[name] += 1;
          return answer(route);
        });
      await count('**/api/bot/status', 'status', (route) => route.continue());
      await count('**/api/activity?limit=5', 'activity', wordless(418));
      await count('**/api/listings', 'listings', wordless(418));
      await enter({ closet: 'practice' });
      const activity = page.getByRole('region', { name: 'Recent activity' });
      await expect(activity.getByRole('alert')).toContainText('HTTP 418');
      await expect(cell(page, 'Active Listings')).toContainText('Couldn’t load');
      for (const _ of Array.from({ length: 3 })) {
        const polled = page.waitForResponse('**/api/bot/status');
        await page.clock.runFor(10_000);
        await polled;
      }
      expect(calls.status).toBeGreaterThanOrEqual(4);
      expect(calls).toMatchObject({ activity: 1, listings: 1 });
      await activity.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => calls.activity).toBe(2);
    });
  });
});

test.describe('unexpected errors', () => {
  test.use({ allowed: /made-up/ });

  test('an unhandled error is logged in the console, and the page keeps working', async ({ page, enter }) => {
    await enter({ closet: 'practice' });
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    const uncaught: string[] = [];
    const logged: string[] = [];
    const asked: string[] = [];
    page.on('pageerror', ({ message }) => uncaught.push(message));
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('a made-up error');
      });
      void Promise.reject(new Error('a made-up rejection'));
    });
    await expect.poll(() => uncaught).toEqual(expect.arrayContaining(['a made-up error', 'a made-up rejection']));
    await expect.poll(() => logged.join()).toMatch(/error: .*a made-up rejection/);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
    expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([]);
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expectToast(page, 'Settings Updated');
  });
});

test('photo and prices say what failed', async ({ page, enter }) => {
  const seller = await enter({ closet: 'practice' });
  await reachPricing(page);
  await test.step('an unreadable photo shows a message, and a result shows every field', async () => {
    const card = photoCard(page);
    await test.step('Failed to read the image file. Please try a different image.', async () => {
      await page.evaluate(() => {
        const known = Blob.prototype.arrayBuffer;
        Blob.prototype.arrayBuffer = () => {
          Blob.prototype.arrayBuffer = known;
          return Promise.reject(new DOMException('gone', 'NotReadableError'));
        };
      });
      const buffer = await takePhoto();
      await card.getByLabel('Choose a photo').setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer });
      await expect(card.getByRole('alert')).toHaveText('Failed to read the image file. Please try a different image.');
    });
    await test.step('price, demand, category, brand, condition, color and style, description, confidence', async () => {
      const seen = {
        ...pricedPhoto.seen,
        category: { value: pricedPhoto.itemCategory, source: 'photo' },
        brand: { value: pricedPhoto.brand, source: 'tag' },
        condition: { value: pricedPhoto.condition, source: 'model' },
      };
      await page.route('**/api/price/analyze-image', (route) => route.fulfill({ json: { ...pricedPhoto, seen } }));
      await choosePhoto(page, await takePhoto());
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      await expectToast(page, 'Analysis Complete');
      await expect(card.locator('.shot .tag')).toHaveText('$84.00');
      for (const [name, value] of [
        ['Demand', 'High'],
        ['Color and style', 'Navy, chore'],
        ['Confidence', '44%'],
      ] as const)
        await expect(card.locator('.facts div').filter({ has: page.getByText(name, { exact: true }) })).toContainText(
          value,
        );
      // What the seller can correct stands in fields.
      const facts = card.locator('.facts');
      const chosen = (name: string) => facts.getByLabel(name, { exact: true }).locator('option:checked');
      await expect(chosen('Category')).toHaveText('Jackets & Coats');
      await expect(facts.getByLabel('Brand', { exact: true })).toHaveValue('Madewell');
      await expect(chosen('Condition')).toHaveText('Excellent');
      await expect(card.getByText(pricedPhoto.itemDescription)).toBeVisible();
      await expect(card.getByText(pricedPhoto.recommendations[0] ?? '')).toBeVisible();
    });
    await test.step('market data in cents, with comparable listings', async () => {
      await expect(card.getByText('11 comps, average $81.00, range $58.00 to $112.00.')).toBeVisible();
      await card.getByText('See 8 comps').click();
      await expect(card.locator('.comp-list li').first()).toContainText('$58.00');
    });
    await test.step('Analyze Again runs it again, Clear resets', async () => {
      const again = page.waitForRequest('**/api/price/analyze-image');
      await card.getByRole('button', { name: 'Analyze Again' }).click();
      await again;
      await card.getByRole('button', { name: 'Clear' }).click();
      await expect(card.getByText('Choose a photo')).toBeVisible();
      await expect(card.locator('.facts')).toHaveCount(0);
    });
  });
  await test.step('every failure of prices has its title and text, and each choice sends one update', async () => {
    const active = (await seller.api.listings.list()).filter(({ isActive, price }) => isActive && price !== null);
    await test.step('Optimization Failed: the message', async () => {
      await page.route('**/api/listings/pricing-optimization', refuse(409, 'no_listings', 'Nothing to compare.'));
      await optimizer(page).getByRole('button', { name: 'Optimize Prices' }).click();
      await expectToast(page, 'Optimization Failed', 'Nothing to compare.');
      await page.unroute('**/api/listings/pricing-optimization');
    });
    await page.route('**/api/listings/pricing-optimization', (route) => route.fulfill({ json: steepAdvice(active) }));
    await optimizer(page).getByRole('button', { name: 'Try again' }).click();
    await expectToast(page, 'Optimization Complete', /^3 listings compared, 2 worth changing\.$/);
    await test.step('the summary counts, and the average confidence in percent without decimals', async () => {
      await expect(optimizer(page).locator('.opt-sum')).toHaveText(
        /2 raise\s*1 lower\s*0 keep\s*71% average confidence/,
      );
      await expect(optimizer(page).locator('.advice tbody tr').first()).toContainText(/\$\d+\.\d\d/);
      await expect(optimizer(page).locator('.advice tbody tr').first()).toContainText('100.0%');
    });
    await test.step('Update Failed, and one {listingId, newPrice} for each selected listing', async () => {
      const sent = page.waitForRequest('**/api/listings/bulk-price-update');
      await page.route('**/api/listings/bulk-price-update', refuse(429, 'too_many_requests', 'Not now.'));
      await optimizer(page).getByRole('button', { name: '2 to raise' }).click();
      await expect(optimizer(page).getByText('2 of 2 selected.')).toBeVisible();
      await optimizer(page).getByRole('button', { name: 'Apply 2 prices' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
      await page.getByRole('button', { name: 'Yes, change it' }).click();
      await expectToast(page, 'Update Failed', 'Not now.');
      expect((await sent).postDataJSON().updates).toEqual([
        { listingId: active[1]?.id, newPrice: (active[1]?.price ?? 0) * 2 },
        { listingId: active[2]?.id, newPrice: (active[2]?.price ?? 0) + 2 },
      ]);
    });
  });
});

test('the market screen caps its grid, colors demand, and offers no price to keep; a logout clears all loaded data', async ({
  page,
  enter,
  product,
}) => {
  await enter({ closet: 'practice', path: '/market-analysis' });
  const cards = page.locator('.card');
  const sheet = page.locator('dialog.sheet');
  await expect(page.getByText('60 active listings')).toBeVisible();
  await test.step('the grid is about 24rem high and scrolls', async () => {
    const grid = await cards.first().evaluate((card) => {
      const scroller = card.closest('.grid-scroll') ?? card.parentElement;
      return { height: scroller?.clientHeight ?? 0, whole: scroller?.scrollHeight ?? 0 };
    });
    expect(grid.height).toBeLessThanOrEqual(26 * 16);
    expect(grid.height).toBeGreaterThanOrEqual(22 * 16);
    expect(grid.whole).toBeGreaterThan(grid.height);
  });
  let insights = { demandLevel: 'high', isDemandKnown: true };
  let adjustment = { direction: 'maintain', percentage: 0 };
  await page.route('**/market-analysis', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await (await route.fetch()).json();
    await route.fulfill({
      json: {
        ...answer,
        suggestedPrice: 23,
        currentPrice: 20,
        confidence: 0.715,
        estimate: answer.estimate ?? 23,
        isAdvised: true,
        priceAdjustment: adjustment,
        marketInsights: { ...answer.marketInsights, ...insights },
      },
    });
  });
  const open = async (index: number) => {
    await cards.nth(index).locator('.card-open').click();
    await expectToast(page, 'Analysis Complete', 'AI market analysis has been generated for your listing.');
  };
  /** Red, green, and blue of the painted color, whatever notation the style sheet uses. */
  const color = () =>
    sheet
      .locator('.demand .pips i')
      .first()
      .evaluate((pip) => {
        const context = document.createElement('canvas').getContext('2d');
        if (context === null) throw new Error('There is no canvas');
        context.fillStyle = getComputedStyle(pip).backgroundColor;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      });
  const seen: Record<string, number[]> = {};
  for (const [index, [demandLevel, direction]] of (
    [
      ['high', 'maintain'],
      ['medium', 'increase'],
      ['low', 'increase'],
    ] as const
  ).entries()) {
    insights = { demandLevel, isDemandKnown: true };
    adjustment = { direction, percentage: direction === 'maintain' ? 0 : 15 };
    await open(index);
    await test.step(`demand ${demandLevel}, direction ${direction}`, async () => {
      await expect(sheet.getByRole('button', { name: 'Apply AI Price' })).toHaveCount(direction === 'maintain' ? 0 : 1);
      if (direction === 'increase') {
        await expect(sheet.locator('.vsub')).toContainText('15.0%');
        await expect(sheet.locator('.vsub')).toContainText('72%');
      } else await expect(sheet.locator('.vsub')).toBeHidden();
      seen[demandLevel] = await color();
    });
    if (demandLevel === 'low') {
      await test.step('Update Failed: the message', async () => {
        await page.route('**/api/listings/*/price', refuse(429, 'too_many_requests', 'Not now.'));
        await sheet.getByRole('button', { name: 'Apply AI Price' }).click();
        await expectToast(page, 'Update Failed', 'Not now.');
      });
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await test.step('high green, medium yellow, low red', () => {
    const [hr = 0, hg = 0, hb = 0] = seen.high ?? [];
    const [mr = 0, mg = 0, mb = 0] = seen.medium ?? [];
    const [lr = 0, lg = 0, lb = 0] = seen.low ?? [];
    expect(hg).toBeGreaterThan(Math.max(hr, hb));
    expect(Math.min(mr, mg)).toBeGreaterThan(mb);
    expect(lr).toBeGreaterThan(Math.max(lg, lb));
  });
  await test.step('on the dashboard', async () => {
    await page.goto('/dashboard');
    await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('60');
    await test.step('disconnecting updates the user and reads the listings again', async () => {
      const read = page.waitForRequest('**/api/listings');
      await page.getByRole('button', { name: 'Disconnect closet' }).click();
      await page
        .getByRole('dialog', { name: 'Disconnect this closet?' })
        .getByRole('button', { name: 'Disconnect closet' })
        .click();
      await expectToast(page, 'Closet Disconnected', 'Your closet has been disconnected.');
      await read;
      await expect(page.getByText('Setup Required').first()).toBeVisible();
    });
    await test.step('after a logout the next user sees nothing of the previous one', async () => {
      const other = await product.newSeller({ firstName: 'Ines', lastName: 'Okoro' });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/listings', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/auth');
      await page.getByLabel('Email').fill(other.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL('/dashboard');
      await page.getByRole('button', { name: 'Hide these steps' }).click();
      await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('–');
      release();
      await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('0');
    });
  });
});

test('polling and toasts keep their times', async ({ page, enter }) => {
  await page.clock.install();
  await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
  await enter({ closet: 'practice' });
  await test.step('bot and connection are polled every 10 and 30 seconds, and nothing loads on focus', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await expect(cell(page, 'All Listings')).toContainText('75% active');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const times = (path: string) => asked.filter((one) => one === path).length;
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(9000);
    expect(times('/api/listings')).toBe(0);
    expect(times('/api/poshmark/auth-status')).toBe(0);
    await page.clock.runFor(2000);
    await expect.poll(() => times('/api/bot/status')).toBe(1);
    await page.clock.runFor(20_000);
    await expect.poll(() => times('/api/poshmark/auth-status')).toBe(1);
    await expect.poll(() => times('/api/bot/status')).toBeGreaterThanOrEqual(2);
    expect(times('/api/listings')).toBe(0);
  });
  await test.step('a dismissed toast is removed after 1,000,000 ms', async () => {
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expectToast(page, 'Settings Updated');
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toBeHidden();
    const region = page.locator('.toasts');
    await page.clock.fastForward(990_000);
    await expect(region).toHaveCount(1);
    await page.clock.fastForward(20_000);
    await expect(region).toHaveCount(0);
  });
});
