import { afterAll, describe, expect, test } from 'vitest';
import { escapeHtml } from '#marketplace/standin/pages/layout.ts';
import { ids, list, openMarket, writeModel } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** What third-party clients look for in a tile. */
const tilesIn = (html: string) =>
  html
    .split('<div class="tile"')
    .slice(1)
    .map((tile) => ({
      id: /^ data-et-prop-listing_id="([^"]+)"/.exec(tile)?.[1],
      title: /<a class="tile__title"[^>]*>([^<]+)<\/a>/.exec(tile)?.[1],
      tag: /<div class="tile__inventory-tag">(?:<i class="([^"]+)">)?/.exec(tile)?.[1],
      shares:
        /<a class="[^"]*\bsocial-action-bar__share"[^>]*data-et-name="share" data-et-prop-location="listing_tile" data-et-prop-listing_id="([^"]+)"/.exec(
          tile,
        )?.[1],
    }));

describe('the closet page, as third-party clients read it', () => {
  test('every tile names its listing, its title, and its share button, and scrolling loads more until all 60 are there', async () => {
    const jo = await market.seller();
    const posts = list((await jo.closet()).json.data);
    const first = (await jo.get('/closet/thrifty_jo?availability=available')).text;
    expect(tilesIn(first)).toEqual(
      posts.map(({ id, title }) => ({ id, title: escapeHtml(String(title)), tag: undefined, shares: id })),
    );
    const token = jo.jar.get('_csrf');
    const next = /data-next="([^"]+)"/.exec(first)?.[1];
    const rest = (await jo.get(`/closet/thrifty_jo?availability=available&max_id=${next}`)).text;
    expect(rest).not.toContain('data-next');
    expect(jo.jar.get('_csrf')).toBe(token);
    expect(new Set([...tilesIn(first), ...tilesIn(rest)].map(({ id }) => id)).size).toBe(60);
  });

  test('sold and not-for-sale tiles have their tags, and a visitor sees no share buttons', async () => {
    const visitor = market.visitor();
    const [id] = ids(list((await visitor.closet()).json.data));
    await market.control('POST', `listings/${id}`, { set: 'not_for_sale' });
    const tagsOf = async (filter: string) => {
      const tiles = tilesIn((await visitor.get(`/closet/thrifty_jo?availability=${filter}`)).text);
      expect(tiles.filter(({ shares }) => shares !== undefined)).toEqual([]);
      return [...new Set(tiles.map(({ tag }) => tag))];
    };
    expect(await tagsOf('sold_out')).toEqual(['icon sold-tag']);
    expect(await tagsOf('not_for_sale')).toEqual(['icon not-for-sale-tag']);
    await market.control('POST', `listings/${id}`, { set: 'available' });
  });

  test('the page script opens the sheet that clients look for and sends the share of the protocol', async () => {
    const { text } = await market.visitor().get('/standin.js');
    for (const needle of [
      'data-test="listing-share-modal"',
      'internal-share__link',
      'data-et-name="share_poshmark"',
      '/vm-rest/users/self/shared_posts/',
      'x-xsrf-token',
    ])
      expect(text).toContain(needle);
    expect(() => new Function(text)).not.toThrow();
  });
});

describe('pages for people', () => {
  test('the sign-in form has the ids that clients look for, and accepts a right password, with its token only', async () => {
    const caller = market.visitor();
    const page = (await caller.get('/login?redirect=/closet/thrifty_jo')).text;
    expect(page).toContain('<form id="login_form" class="login_form" method="post" action="/login">');
    expect(page).toContain('<input id="login_form_username_email" name="login_form[username_email]"');
    expect(page).toContain('<input id="login_form_password" name="login_form[password]" type="password"');
    expect(page).toContain(`name="csrf" value="${caller.jar.get('_csrf')}"`);
    const send = (password: string, more: Record<string, string> = {}) => {
      const names = { 'login_form[username_email]': 'thrifty_jo', 'login_form[password]': password };
      const fields = { csrf: caller.jar.get('_csrf') ?? '', ...names, ...more };
      return caller.call('POST', '/login', new URLSearchParams(fields).toString(), form);
    };
    expect((await send('nope')).text).toContain('role="alert">Invalid username or password</p>');
    await send('practice-1', { csrf: 'x' });
    expect(caller.jar.has('jwt')).toBe(false);
    const away = await send('practice-1', { redirect: '//evil.example/' });
    expect([away.status, away.headers.get('location')]).toEqual([303, '/feed']);
    expect((await caller.self()).status).toBe(200);
  });

  test('every page has the practice banner and a strict content security policy, and others are "Page not found"', async () => {
    const jo = await market.seller();
    const [id] = ids(list((await jo.closet()).json.data));
    const closet = ['/closet/thrifty_jo', `/listing/any-slug-${id}`, '/human-check?account=thrifty_jo'];
    for (const path of ['/feed', '/create-listing', ...closet]) {
      const reply = await jo.get(path);
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('Practice marketplace');
      expect(reply.headers.get('x-standin')).toBe('1');
      expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    }
    const pictures = ['/pictures/m_jeans_nocolr_1.svg', '/pictures/m_constructor_2f5fa7_1.svg'];
    const listing = '/listing/x-68a0c1d2e3f405162738495a';
    for (const path of ['/nope', '/closet/nobody', '/closet/%E0%A4%A', listing, ...pictures]) {
      const reply = await jo.get(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.text).toContain('<title>Page not found</title>');
    }
  });

  test('a seller’s text can’t become markup, and a color can’t leave its attribute', async () => {
    const jo = await market.seller();
    const [id = ''] = ids(list((await jo.closet()).json.data));
    const post = (await jo.post(id)).json;
    const evil = `</title><script>alert("1")</script>'`;
    const colors = [{ name: 'Odd', rgb: '#"><script>', message_id: 'odd' }];
    await jo.update(id, { ...writeModel(post, 20), title: evil, description: evil, brand: evil, colors });
    for (const path of ['/closet/thrifty_jo', `/listing/x-${id}`]) {
      const { text } = await jo.get(path);
      expect(text).not.toMatch(/<script>alert|"><script>/);
      expect(text).toContain(escapeHtml(evil));
    }
  });

  test('every picture of a closet is a drawing in the color of its listing', async () => {
    const posts = (await market.visitor().wholeCloset('all', 'big_bea')).flat();
    const urls = new Set(posts.map((post) => String(post.picture_url)));
    expect(new Set([...urls].map((url) => /m_([a-z]+)_/.exec(url)?.[1])).size).toBeGreaterThan(20);
    for (const url of [...urls].slice(0, 40)) {
      const reply = await fetch(url);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(await reply.text()).toContain(`fill="#${/_([0-9a-f]{6})_/.exec(url)?.[1]}"`);
    }
  });
});
