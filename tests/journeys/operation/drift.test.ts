import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import { readProfile } from '#marketplace/profile/profile.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { lookAtProfile } from '#server/operator/doctor/doctor.ts';
import { freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { drift } from '../../../tools/drift/command.ts';
import { type HarEntry, openWalks, profileOf } from '../../../tools/drift/recorded-walk.fixture.ts';
import { runHere } from './run-here.ts';

/** Five changes of a marketplace. */
const changes = {
  switches: { sharePath: '/vm-rest/posts/{id}/shares', closetPath: '/vm-rest/closets/{uid}/listings' },
  calls: {
    update: { sends: { post: 'listing' } },
    discounts: { receives: { data: 'choices' } },
  },
  shapes: { listing: { price_amount: 'list_amount' } },
};
const five = ['call.discounts', 'call.update', 'closetPath', 'shape.listing', 'sharePath'];
const now = Date.parse('2026-11-21T08:00:00Z');

let walks: Awaited<ReturnType<typeof openWalks>>;
let recorded: { log: { entries: HarEntry[] } };
let folder: string;
const inFolder = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hangtag-drift-'));
  walks = await openWalks();
  recorded = (await walks.walk(profileOf(changes))).har;
  writeFileSync(inFolder('visit.har'), JSON.stringify(recorded));
});
afterAll(async () => {
  await walks.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (file: string, more: Partial<Parameters<typeof drift>[0]> = {}) =>
  drift({ file, profileFile: inFolder('marketplace-profile.json'), write: false, json: false, now, ...more });

describe('drift', () => {
  it('as a command finds exactly the five, writes the profile for its owner alone, and keeps the earlier one', async () => {
    const args = ['drift', inFolder('visit.har'), '--write', '--save', inFolder('hangtag-recording.json')];
    const { code, output } = await runHere({ DATA_DIR: folder }, ...args);
    expect(code).toBe(0);
    const named = [...output.matchAll(/^DIFFERS .*\((\S+)\)$/gm)].map(([, id]) => id);
    expect(named.sort()).toEqual(five);
    expect(output).toContain('Restart Hangtag to use it.');
    const file = inFolder('marketplace-profile.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readProfile(readFileSync(file, 'utf8')).profile).toMatchObject(changes);

    // The recording that was saved says the same as the HAR file, and holds nothing of the seller.
    const saved = readFileSync(inFolder('hangtag-recording.json'), 'utf8');
    for (const secret of secretsIn(recorded)) expect(saved.includes(secret), secret).toBe(false);
    const again = run(inFolder('hangtag-recording.json'), { write: true });
    expect(again.code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([
      'hangtag-recording.json',
      'marketplace-profile.json',
      'marketplace-profile.until-2026-11-21T08-00-00-000Z.json',
      'visit.har',
    ]);
  });

  it('without --write says what to do, in words and as JSON, and ends with 1', () => {
    expect(run(inFolder('visit.har'))).toMatchObject({ code: 1, text: expect.stringContaining('again with --write') });
    const { checks, profile } = JSON.parse(run(inFolder('visit.har'), { json: true }).text);
    expect(checks.filter((check: { verdict: string }) => check.verdict === 'differs')).toHaveLength(5);
    expect(profile).toMatchObject(changes);
  });

  test.each<[string, string, RegExp]>([
    ['that is cut off', '{"log":{"entries":[\n{"request":', /is not valid JSON \(line 2, column \d+\)\. Save it again/],
    ['of another kind', '{"hello":1}', /is neither a HAR file nor .*To make one/],
    ['without a marketplace', '{"log":{"entries":[]}}', /contains no calls to a marketplace/],
    [
      'of a later version',
      '{"format":"hangtag-recording","version":2,"marketplace":"practice","recordedOn":"2026-11-20","madeFrom":"har","entries":[]}',
      /understands: version: /,
    ],
    [
      'without replies',
      JSON.stringify({
        log: {
          entries: [
            {
              request: { method: 'GET', url: 'https://poshmark.com/vm-rest/posts' },
              response: { status: 200, content: {} },
            },
          ],
        },
      }),
      /contains no replies\. Save it as HAR with content/,
    ],
  ])('refuses a file %s, and says what to do', (_, text, sentence) => {
    writeFileSync(inFolder('bad'), text);
    expect(() => run(inFolder('bad'))).toThrow(sentence);
    rmSync(inFolder('bad'));
  });

  it('refuses a file that is not there', () => {
    expect(() => run(inFolder('nowhere.har'))).toThrow(/can't read .*nowhere\.har\. Check the path/);
  });
});

/** What the seller typed and what identifies them: passwords, cookies, tokens, names, ids, and texts of listings. */
function secretsIn({ log }: typeof recorded): string[] {
  const bodies = log.entries.map(({ request }) => request.postData?.text ?? '').filter((text) => text.startsWith('{'));
  const typed = bodies.flatMap((text) =>
    Object.entries(JSON.parse(text)).flatMap(([key, value]) =>
      /user|pass|otp|token/.test(key) ? [String(value)] : [],
    ),
  );
  const cookies = log.entries.flatMap(({ request }) =>
    request.headers
      .filter(({ name }) => name === 'cookie')
      .flatMap(({ value }) => value.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1))),
  );
  const texts = [
    ...JSON.stringify(log).matchAll(/\\"(?:title|description|full_name|creator_id)\\":\\"([^"\\]{6,})\\"/g),
  ];
  const secrets = [...new Set([...typed, ...cookies, ...texts.map(([, text = '']) => text)])];
  expect(secrets.length).toBeGreaterThan(40);
  return secrets;
}

describe('an app whose marketplace has five changes', () => {
  let database: TestDatabase;
  let app: App | undefined;
  beforeAll(async () => {
    database = await freshDatabase();
    await fetch(`${walks.standin.origin}/__standin/config`, {
      method: 'POST',
      body: JSON.stringify({ profile: profileOf(changes), shareLimitPerDay: 0 }),
    });
  });
  afterAll(async () => {
    await database.drop();
  });

  const open = async (more: Record<string, string>, email: string) => {
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: inFolder('empty'),
      SECRET_KEY: 'cd'.repeat(32),
      MARKETPLACE_URL: walks.standin.origin,
      PRACTICE: 'false',
      SHARE_INTERVAL_MS: '500',
    };
    app = await createApp(readConfig({ ...env, ...more }), { log: silentLog });
    const api = createClient(routes, sendInProcess(app.server, { jar: new CookieJar(), peer: '127.0.0.1' }));
    await api.account.register({ body: { firstName: 'Maya', lastName: 'Brandt', email, password: 'linen-and-wool' } });
    await api.closet.updateCredentials({ body: { poshmarkUsername: 'thrifty_jo', poshmarkPassword: 'practice-1' } });
    return api;
  };

  it('says without the profile that the marketplace has changed', async () => {
    const api = await open({}, 'maya@example.com');
    await expect(api.listings.sync()).rejects.toMatchObject({ code: 'marketplace_changed' });
    await app?.close();
  });

  it('syncs, changes a price, and shares with it', async () => {
    const profile = inFolder('five.json');
    writeFileSync(profile, JSON.stringify(profileOf(changes)));
    const api = await open({ MARKETPLACE_PROFILE: profile }, 'jo@example.com');
    await api.listings.sync();
    const listed = await api.listings.list();
    expect(listed.filter(({ isActive }) => isActive)).toHaveLength(60);
    const [{ id, price } = { id: '', price: 0 }] = listed.filter(({ isActive }) => isActive);
    const newPrice = (price ?? 0) + 5;
    expect(await api.listings.setPrice({ id, body: { price: newPrice, source: 'manual' } })).toMatchObject({
      newPrice,
    });
    await api.bot.start({ body: { offerShippingDiscount: false, acceptAutomationRisk: true } });
    await vi.waitFor(async () => expect((await api.bot.status()).today.confirmed).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 100,
    });
    await api.bot.stop();
    await app?.close();
  });
});

describe('the profile in force', () => {
  it('stops the start in one sentence if it can’t be used, or if the file that was named is missing', () => {
    const file = inFolder('wrong.json');
    writeFileSync(file, JSON.stringify({ ...profileOf({}), switches: { sharePath: 'https://evil.example/{id}' } }));
    expect(() => readConfig({ MARKETPLACE_PROFILE: file })).toThrow(
      `The marketplace profile ${file} can't be used: switches.sharePath must be a path that begins with one slash`,
    );
    expect(() => readConfig({ MARKETPLACE_PROFILE: inFolder('none.json') })).toThrow(
      /can't read the marketplace profile .*none\.json\./,
    );
  });

  it('gives way to a variable, and leaves the practice marketplace alone', () => {
    const file = inFolder('prices.json');
    writeFileSync(file, JSON.stringify(profileOf({ switches: { minPrice: 7, sortBy: 'newest' } })));
    const { real, switches } = readConfig({ MARKETPLACE_PROFILE: file, MARKETPLACE_MIN_PRICE: '9' });
    expect(real.switches).toMatchObject({ minPrice: 9, sortBy: 'newest' });
    expect(switches).toMatchObject({ minPrice: 9, sortBy: 'added_desc' });
  });

  it('is in the doctor’s report, with its age', () => {
    const inForce = { profile: profileOf(changes), file: 'data/marketplace-profile.json' };
    const { real, marketplaceUrl } = readConfig({
      DATA_DIR: inFolder('empty'),
      MARKETPLACE_URL: 'http://localhost:4010',
    });
    expect(lookAtProfile({ real, marketplaceUrl }, now).what).toMatch(/no marketplace profile/i);
    const result = lookAtProfile({ real: { ...real, inForce }, marketplaceUrl }, now + 3 * 86_400_000);
    expect(result).toMatchObject({
      level: 'ok',
      what: 'The marketplace profile data/marketplace-profile.json is in force: made 3 days ago from a recording of the practice marketplace on 2026-11-20. It changes sharePath, closetPath, call.update, call.discounts, shape.listing',
    });
    const poshmark = new URL('https://poshmark.com');
    expect(lookAtProfile({ real: { ...real, inForce }, marketplaceUrl: poshmark }, now).level).toBe('problem');
  });
});
