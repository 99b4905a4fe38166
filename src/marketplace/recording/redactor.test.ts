import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { recordingFromHar } from '../../../tools/drift/har.ts';
import { observations, planted } from './planted.fixture.ts';
import { Entry, Recording } from './recording.ts';
import { type Observed, recordingOf } from './redactor.ts';

const redacted = (given: readonly Observed[]): Entry[] =>
  recordingOf(given, { origin: 'https://poshmark.com', startedAt: 0, madeFrom: 'har' }).entries;

/** Looks for a text in all forms that it may have in JSON or in an address. */
function holds(text: string, value: string): boolean {
  const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.replaceAll(' ', '-')];
  return forms.some((form) => text.toLowerCase().includes(form.toLowerCase()));
}

describe('the planted values', () => {
  const text = JSON.stringify(redacted(observations));

  it('are 40, and all of them are in what was observed', () => {
    expect(Object.keys(planted)).toHaveLength(40);
    const before = JSON.stringify(observations);
    for (const [name, value] of Object.entries(planted)) expect(holds(before, value), name).toBe(true);
  });

  test.each(Object.entries(planted))('%s is nowhere in the recording', (_, value) => {
    expect(holds(text, value)).toBe(false);
  });

  it('leave of an order what was sold, and of who bought it not even a placeholder', () => {
    const order = redacted(observations).find(({ path }) => path.endsWith('/orders/sales'));
    const [sale] = (order as unknown as { received: { data: { sales_summary: object[] } } }).received.data
      .sales_summary;
    expect(sale).toEqual({ id: expect.any(String), state: 'delivered', title: expect.any(String) });
  });

  it('leave no part of a name, an address, or a card behind', () => {
    for (const part of ['quincy', 'robertino', 'edith', 'evergreen', 'smythe', '4242', 'hidden-place', 'vermont'])
      expect(holds(text, part), part).toBe(false);
  });

  it('are the same placeholder wherever the same value was', () => {
    const [signIn, closet, , , page] = redacted(observations);
    const handle = (signIn as unknown as { received: { data: { ui: { dh: string } } } }).received.data.ui.dh;
    expect(handle).toMatch(/^<handle:\d+>$/);
    expect(closet?.path).toBe(`/vm-rest/users/${handle}/posts/filtered`);
    const items = (closet as unknown as { received: { data: { comments: { creator_username: string }[] }[] } }).received
      .data;
    expect(page?.path).toBe(`/closet/${items[0]?.comments[0]?.creator_username}`);
  });
});

describe('names that nothing declares', () => {
  const seen = (url: string, body: unknown = {}): Observed => ({
    method: 'GET',
    url: `https://poshmark.example${url}`,
    requestHeaders: [],
    status: 200,
    responseHeaders: [],
    responseBody: { type: 'application/json', text: JSON.stringify(body) },
  });

  test.each([
    ['after a word that a name follows', seen('/vm-rest/tags/janedoe/posts')],
    ['deeper in the address of a page', seen('/news/janedoe')],
    ['as keys of a list of things', seen('/vm-rest/x', { sellers: { janedoe: { n: 1 }, bobsmith: { n: 2 } } })],
    ['as values', seen('/vm-rest/x', { anything: 'janedoe', list: ['janedoe'], kind: 'janedoe' })],
    ['in a query', seen('/vm-rest/x?anything=janedoe&who=janedoe')],
  ])('are gone %s', (_, observed) => {
    expect(JSON.stringify(redacted([observed]))).not.toContain('janedoe');
  });

  it('leave the fields of one thing alone', () => {
    const [entry] = redacted([seen('/vm-rest/x', { new_field: { a: 1 }, price_amount: { a: 1 } })]);
    expect(entry?.received).toEqual({ new_field: { a: 1 }, price_amount: { a: 1 } });
  });
});

describe('what a comparison needs', () => {
  const [, closet, , , page, , share] = redacted(observations);

  it('stays: keys, types, words of fixed lists, and the magnitude of numbers', () => {
    expect(closet).toMatchObject({
      method: 'GET',
      status: 200,
      query: {
        request: { filters: { inventory_status: ['sold_out'] }, sort_by: 'added_desc', max_id: 2_000_000_000.5 },
        summarize: 'true',
      },
      setsCookies: ['jwt', '_csrf'],
      received: { data: [{ price: 40, inventory: { status: 'sold_out' } }], more: { next_max_id: 2_000_000_000.5 } },
    });
    expect(closet?.requestHeaders).toEqual(['authorization', 'cookie', 'referer', 'x-forwarded-for', 'x-xsrf-token']);
  });

  it('stays: types of errors with their codes, and amounts in their messages', () => {
    expect(share?.received).toEqual({
      error: {
        errorType: 'SuspectedBotErrorV2',
        statusCode: 403,
        userMessage: expect.stringMatching(/^<text:\d+> \$12$/),
      },
      restricted_action: 'share_post',
    });
    expect(share?.path).toMatch(/^\/vm-rest\/users\/self\/shared_posts\/<id:\d+>$/);
  });

  it('stays: whether a page has its token, and the shape of its state', () => {
    expect(page?.page).toEqual({
      hasToken: true,
      marks: [],
      state: {
        auth: { isUserLoggedIn: true },
        csrftoken: expect.stringMatching(/^<secret:\d+>$/),
        inbox: [{ text: expect.stringMatching(/^<text:\d+>$/), from: expect.stringMatching(/^<\w+:\d+>$/) }],
      },
    });
  });
});

/** A secret is a text that nobody would write by chance. */
const secret = fc.stringMatching(/^[a-z]{6}[0-9][a-z]{4}[0-9]{3}[a-z]{5}$/);
const name = fc.stringMatching(/^q[a-z]{8}x$/);

describe('whatever is observed', () => {
  const observed = (body: unknown, path = '/vm-rest/x', more: Partial<Observed> = {}): Observed => ({
    method: 'POST',
    url: `https://poshmark.example${path}`,
    requestHeaders: [],
    status: 200,
    responseHeaders: [],
    requestBody: { type: 'application/json', text: JSON.stringify(body) },
    responseBody: { type: 'application/json', text: JSON.stringify({ data: body }) },
    ...more,
  });

  it('a secret is gone from keys, values, lists, JSON in strings, addresses, and headers', () => {
    const place = fc.constantFrom('token', 'title', 'status', 'type', 'anything', 'val', 'id', 'error_type');
    fc.assert(
      fc.property(secret, place, fc.jsonValue(), (value, key, noise) => {
        const body = {
          [key]: value,
          [value]: 1,
          list: [value, [value]],
          deep: JSON.stringify({ [key]: value, noise }),
          noise,
        };
        const url = `/vm-rest/${value}/posts?${key}=${value}&${value}=1`;
        const headers = [
          { name: 'cookie', value: `jwt=${value}` },
          { name: `x-${value}`, value },
        ];
        const entries = redacted([observed(body, url, { requestHeaders: headers, responseHeaders: headers })]);
        expect(JSON.stringify(entries).includes(value)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('a seller’s name is gone everywhere once one field says that it is a name', () => {
    const field = fc.constantFrom('username', 'display_handle', 'full_name', 'dh', 'first_name', 'city', 'email');
    fc.assert(
      fc.property(name, field, (value, key) => {
        const said = observed({ [key]: value });
        const used = observed({ [value]: { status: value }, [`${value}_count`]: 2 }, `/vm-rest/${value}/x-${value}`);
        expect(JSON.stringify(redacted([used, said])).toLowerCase()).not.toContain(value);
      }),
      { numRuns: 300 },
    );
  });

  it('the entry fits the schema, and only texts, keys, and sizes of numbers have changed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (body) => {
        for (const entry of redacted([observed(body)])) {
          expect(Entry.safeParse(JSON.parse(JSON.stringify(entry))).success).toBe(true);
          const kept = entry.received as { data: unknown };
          expect(shapeOf(kept.data)).toEqual(shapeOf(body));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the redaction', () => {
  it('never throws, whatever a HAR file contains', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{"a":', '%E0%A4%A', '<script>window.__INITIAL_STATE__={', '__proto__'),
    );
    const headers = fc.array(fc.record({ name: text, value: text }), { maxLength: 3 });
    const entry = fc.record({
      request: fc.record({
        method: fc.constantFrom('GET', 'POST', 'put', 'TRACE'),
        url: fc.tuple(text, text).map(([path, query]) => `https://poshmark.com/vm-rest/${path}?${query}=${query}`),
        headers,
        postData: fc.record({
          mimeType: fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
          text,
        }),
      }),
      response: fc.record({
        status: fc.integer({ min: -1, max: 999 }),
        headers,
        content: fc.record({
          mimeType: fc.constantFrom('application/json', 'text/html'),
          text,
          encoding: fc.constantFrom('base64', ''),
        }),
      }),
    });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
        const made = recordingFromHar({ log: { entries } }, { now: 0 });
        if ('recording' in made)
          expect(Recording.safeParse(JSON.parse(JSON.stringify(made.recording))).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** Types without values. Lists are cut to three. Keys may have become the same placeholder. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shapeOf);
  if (typeof value === 'object' && value !== null) return 'object';
  return value === null ? null : typeof value;
}
