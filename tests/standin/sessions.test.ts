import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, type Json, list, openMarket } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

describe('tokens', () => {
  test('the token from two pages ago is E2, the write succeeds after a bootstrap, and the journal shows two writes', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const id = String(first?.id);
    await jo.bootstrap();
    const old = jo.jar.get('_csrf') ?? '';
    await jo.bootstrap();
    await jo.bootstrap();
    const before = (await market.journal('share')).length;
    const refused = await jo.share(id, '', { 'x-xsrf-token': old });
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toEqual({ errorType: 'InvalidCsrfTokenError', userMessage: null, statusCode: 403 });
    await jo.bootstrap();
    expect(errorOf(await jo.share(id))).toEqual({});
    expect((await market.journal('share')).slice(before).map((entry) => entry.case)).toEqual(['E2', 'ok']);
  });
});

describe('a session that has ended', () => {
  test.each([
    ['E8a', 401, /"UnauthorizedError"/],
    ['E8b', 302, /^$/],
    ['E8c', 200, /login_form/],
    ['E8d', 200, /^false$/],
  ])('%s answers every call of the account in that style', async (style, status, body) => {
    const jo = await market.seller();
    await market.control('POST', 'sessions/expire', { account: 'thrifty_jo', style });
    for (const reply of [
      await jo.self(),
      await jo.closet(),
      await jo.share('68a0c1d2e3f405162738495a'),
      await jo.bootstrap(),
    ]) {
      expect(reply.status).toBe(status);
      expect(reply.text).toMatch(body);
      if (style === 'E8b') expect(reply.headers.get('location')).toBe('/login');
    }
    await jo.get('/login');
    expect(errorOf(await jo.login('thrifty_jo', 'practice-1'))).toEqual({});
    expect((await jo.self()).status).toBe(200);
  });
});

test('neither journal nor errors contain a password, a cookie, a token, or a code', async () => {
  const jo = await market.seller();
  await jo.login('thrifty_jo', 'a-wrong-password');
  const { json } = await market.control('GET', 'journal?since=0');
  const text = JSON.stringify(json);
  for (const secret of ['practice-1', 'a-wrong-password', jo.jar.get('jwt'), jo.jar.get('_csrf')]) {
    expect(text).not.toContain(secret);
  }
});

const asked: Json = {
  filters: { department: 'All', inventory_status: ['sold_out'] },
  query_and_facet_filters: { department: 'All' },
  query: "levi's 501",
  ...{ experience: 'all', sizeSystem: 'us', sort_by: 'just_in', count: 48 },
};

describe('search', () => {
  test.each<[string, Json]>([
    ['a count as a text', { count: '48' }],
    ['no experience', { experience: undefined }],
    ['an order of closets', { sort_by: 'added_desc' }],
    ['the page numbers of earlier years', { max_id: '2' }],
  ])('the old way is refused: %s', async (_, change) => {
    const reply = await market.visitor().search({ ...asked, ...change });
    expect(reply.status).toBe(200);
    expect(errorOf(reply)).toMatchObject({ errorType: 'ValidationError', statusCode: 400 });
  });
});
