import { afterAll, describe, expect, test } from 'vitest';
import { escapeHtml } from '#marketplace/standin/pages/layout.ts';
import { shade } from '#marketplace/standin/site/assets.ts';
import { ids, list, openMarket, writeModel } from '../caller.ts';
import { all, attributesOf, type Element, hasClass, parse, textOf } from './html.ts';

const market = await openMarket();
afterAll(() => market.close());

const isTile = (element: Element) => hasClass(element, 'tile');
const isShareButton = (element: Element) =>
  element.attributes['data-et-name'] === 'share' && element.attributes['data-et-prop-location'] === 'listing_tile';

describe('the closet page, as third-party clients read it', () => {
  test('every tile names its listing, its title, and its share button', async () => {
    const jo = await market.seller();
    const posts = list((await jo.closet()).json.data);
    const page = parse((await jo.get('/closet/thrifty_jo?availability=available')).text);
    const tiles = all(page, isTile);
    expect(tiles).toHaveLength(48);
    expect(tiles.map((tile) => tile.attributes['data-et-prop-listing_id'])).toEqual(ids(posts));
    for (const [index, tile] of tiles.entries()) {
      const [title] = all(tile, (element) => element.name === 'a' && hasClass(element, 'tile__title'));
      const [button] = all(tile, isShareButton);
      expect(textOf(title)).toBe(posts[index]?.title);
      expect(button?.attributes['data-et-prop-listing_id']).toBe(posts[index]?.id);
      expect(hasClass(button, 'social-action-bar__share')).toBe(true);
    }
  });

  test('scrolling loads more tiles: each page has the next one’s cursor, until all 60 are loaded', async () => {
    const jo = await market.seller();
    const first = parse((await jo.get('/closet/thrifty_jo?availability=available')).text);
    const [mark] = all(first, (element) => 'data-next' in element.attributes);
    const token = jo.jar.get('_csrf');
    const rest = parse(
      (await jo.get(`/closet/thrifty_jo?availability=available&max_id=${mark?.attributes['data-next']}`)).text,
    );
    expect(all(rest, isTile)).toHaveLength(12);
    expect(all(rest, (element) => 'data-next' in element.attributes)).toEqual([]);
    expect(jo.jar.get('_csrf')).toBe(token);
    const seen = [...all(first, isTile), ...all(rest, isTile)].map(
      (tile) => tile.attributes['data-et-prop-listing_id'],
    );
    expect(new Set(seen).size).toBe(60);
  });

  test('sold and not-for-sale tiles have their tags inside the inventory tag, and available ones have none', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    await market.control('POST', `listings/${first?.id}`, { set: 'not_for_sale' });
    const tagsOf = async (filter: string) => {
      const page = parse((await jo.get(`/closet/thrifty_jo?availability=${filter}`)).text);
      const tags = all(page, (element) => hasClass(element, 'tile__inventory-tag'));
      return new Set(
        tags.map((tag) =>
          all(tag, (element) => element.name === 'i')
            .map((icon) => icon.attributes.class)
            .join(),
        ),
      );
    };
    expect(await tagsOf('sold_out')).toEqual(new Set(['icon sold-tag']));
    expect(await tagsOf('not_for_sale')).toEqual(new Set(['icon not-for-sale-tag']));
    expect(await tagsOf('available')).toEqual(new Set(['']));
    await market.control('POST', `listings/${first?.id}`, { set: 'available' });
  });

  test('a visitor sees the closet without share buttons', async () => {
    const page = parse((await market.visitor().get('/closet/thrifty_jo')).text);
    expect(all(page, isTile)).toHaveLength(48);
    expect(all(page, isShareButton)).toEqual([]);
  });

  test('the page script opens the sheet that clients look for and sends the share of the protocol', async () => {
    const { text, headers } = await market.visitor().get('/standin.js');
    expect(headers.get('content-type')).toContain('text/javascript');
    for (const needle of [
      'data-test="listing-share-modal"',
      'internal-share__link',
      'data-et-name="share_poshmark"',
      '/vm-rest/users/self/shared_posts/',
      'x-xsrf-token',
    ]) {
      expect(text).toContain(needle);
    }
    expect(() => new Function(text)).not.toThrow();
  });
});

describe('pages for people', () => {
  test('the sign-in form has the ids that clients look for, and accepts a right password', async () => {
    const caller = market.visitor();
    const page = parse((await caller.get('/login?redirect=/closet/thrifty_jo')).text);
    const [form] = all(page, (element) => element.name === 'form');
    expect([form?.attributes.action, form?.attributes.method]).toEqual(['/login', 'post']);
    const inputs = all(page, (element) => element.name === 'input').map(attributesOf);
    expect(inputs).toContainEqual(
      expect.objectContaining({ id: 'login_form_username_email', name: 'login_form[username_email]' }),
    );
    expect(inputs).toContainEqual(expect.objectContaining({ id: 'login_form_password', name: 'login_form[password]' }));
    const hidden = Object.fromEntries(
      inputs.filter((input) => input.type === 'hidden').map((input) => [input.name, input.value]),
    );
    const send = (password: string, more: Record<string, string> = {}) => {
      const fields = {
        ...hidden,
        'login_form[username_email]': 'thrifty_jo',
        'login_form[password]': password,
        ...more,
      };
      return caller.call('POST', '/login', new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    };
    expect(textOf(all(parse((await send('nope')).text), (element) => element.attributes.role === 'alert')[0])).toBe(
      'Invalid username or password',
    );
    const away = await send('practice-1', { redirect: '//evil.example/' });
    expect([away.status, away.headers.get('location')]).toEqual([303, '/feed']);
    expect((await caller.self()).status).toBe(200);
  });

  test('a form without its token does not sign in', async () => {
    const caller = market.visitor();
    await caller.get('/login');
    const fields = { csrf: 'x', 'login_form[username_email]': 'thrifty_jo', 'login_form[password]': 'practice-1' };
    await caller.call('POST', '/login', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(caller.jar.has('jwt')).toBe(false);
  });

  test('every page has the practice banner and a strict content security policy', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    for (const path of [
      '/feed',
      '/create-listing',
      '/closet/thrifty_jo',
      `/listing/any-slug-${first?.id}`,
      '/human-check?account=thrifty_jo',
    ]) {
      const reply = await jo.get(path);
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('Practice marketplace');
      expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    }
    expect((await market.visitor().get('/login')).text).toContain('Practice marketplace');
  });

  test.each([
    '/nope',
    '/closet/nobody',
    '/closet/%E0%A4%A',
    '/listing/x-68a0c1d2e3f405162738495a',
    '/pictures/m_jeans_nocolr_1.svg',
    '/pictures/m_constructor_2f5fa7_1.svg',
  ])('%s is "Page not found"', async (path) => {
    const reply = await market.visitor().get(path);
    expect(reply.status).toBe(404);
    expect(reply.text).toContain('<title>Page not found</title>');
  });

  test('a seller’s text can’t become markup', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const id = String(first?.id);
    const post = (await jo.post(id)).json;
    const evil = `</title><script>alert("1")</script>'`;
    await jo.update(id, { ...writeModel(post, 20), title: evil, description: evil, brand: evil });
    for (const path of ['/closet/thrifty_jo', `/listing/x-${id}`]) {
      const { text } = await jo.get(path);
      expect(text).not.toContain('<script>alert');
      expect(text).toContain(escapeHtml(evil));
    }
    expect(textOf(all(parse((await jo.get(`/listing/x-${id}`)).text), (element) => element.name === 'h1')[0])).toBe(
      evil,
    );
  });

  test('a color made up by a seller can’t leave its attribute', async () => {
    const jo = await market.seller();
    const [, second] = list((await jo.closet()).json.data);
    const id = String(second?.id);
    const post = (await jo.post(id)).json;
    await jo.update(id, { ...writeModel(post, 20), colors: [{ name: 'Odd', rgb: '#"><script>', message_id: 'odd' }] });
    expect((await jo.get('/closet/thrifty_jo')).text).not.toContain('"><script>');
  });
});

describe('pictures', () => {
  test('every picture of a closet is a drawing in the color of its listing', async () => {
    const posts = (await market.visitor().wholeCloset('all', 'big_bea')).flat();
    const urls = new Set(posts.map((post) => String(post.picture_url)));
    expect(new Set([...urls].map((url) => /m_([a-z]+)_/.exec(url)?.[1])).size).toBeGreaterThan(20);
    for (const url of [...urls].slice(0, 40)) {
      const reply = await fetch(url);
      const svg = await reply.text();
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(svg).toContain(`fill="#${/_([0-9a-f]{6})_/.exec(url)?.[1]}"`);
    }
  });

  test('cloth is shaded darker, black cloth lighter', () => {
    expect([shade('2f5fa7', -0.5), shade('2b2b2d', -0.5)]).toEqual(['#183054', '#5b5b5d']);
  });
});
