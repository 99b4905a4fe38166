import { describe, expect, it } from 'vitest';
import { seller, uiCookie } from '../tests/scripted-marketplace.fixture.ts';
import { readBootstrapPage, readUiCookie } from './bootstrap-page.ts';

const pageWith = (state: string) => `<html><script>window.__INITIAL_STATE__=${state};</script></html>`;

describe('a signed-in page', () => {
  it.each([
    ['with the attributes turned round', `<META content='k3Yb-0pQ_7wZx9Lr' name='csrftoken' />`],
    ['with the id alone', '<meta content=k3Yb-0pQ_7wZx9Lr id=csrftoken>'],
    [
      'after other tags',
      '<meta charset="utf-8"><meta name="a" content="b">\n<meta\n id="csrftoken"\n content="k3Yb-0pQ_7wZx9Lr">',
    ],
    [
      'and not from one that is commented out',
      '<!-- <meta name="csrftoken" content="an-older-token-0123">\n--><meta name="csrftoken" content="k3Yb-0pQ_7wZx9Lr">',
    ],
  ])('gives its token from a meta tag %s', (_case, html) => {
    expect(readBootstrapPage(html).token).toBe('k3Yb-0pQ_7wZx9Lr');
  });

  it.each([
    ['is missing', '<meta name="viewport" content="k3Yb-0pQ_7wZx9Lr">'],
    ['is too short', '<meta name="csrftoken" content="short">'],
    ['could break a header', '<meta name="csrftoken" content="k3Yb-0pQ_7wZx9Lr\r\nx: y">'],
    ['is only named alike', '<meta name="csrftokens" content="k3Yb-0pQ_7wZx9Lr">'],
  ])('gives none if it %s', (_case, html) => {
    expect(readBootstrapPage(html).token).toBeNull();
  });

  it.each([
    [
      'from userInfo before ui',
      { userCookies: { userInfo: { uid: 'u1', dh: 'first' } }, ui: { uid: 'u2', dh: 'second' } },
      'first',
    ],
    ['from ui', { ui: { uid: 'u2', dh: 'second' } }, 'second'],
    ['past a half one', { userCookies: { userInfo: { uid: 'u1' } }, ui: { uid: 'u2', dh: 'second' } }, 'second'],
  ])('shows who is signed in %s', (_case, state, handle) => {
    expect(readBootstrapPage(pageWith(JSON.stringify(state))).identity?.handle).toBe(handle);
  });

  it('reads a state that holds "};" and braces inside strings', () => {
    const state = JSON.stringify({ note: 'a "};" b \\ { </script', ui: { uid: 'u', dh: 'jo' } });
    expect(readBootstrapPage(pageWith(state)).identity).toEqual({ userId: 'u', handle: 'jo' });
  });

  it.each([['{"ui":'], ['{broken: 1}'], ['null'], ['"}"']])('survives a state that does not parse: %s', (state) => {
    expect(readBootstrapPage(pageWith(state))).toEqual({
      token: null,
      identity: null,
      isSignedOut: false,
      pmVersion: null,
    });
  });

  it.each([
    ['<script>window.__INITIAL_STATE__={"pm_version":"2026.40.00"};</script>', '2026.40.00'],
    ["<script>var app = { pmVersion: 'vue3.2026.36.00' }</script>", 'vue3.2026.36.00'],
    ['<link href="/a.css?pm_version=2026.40.00&amp;x=1">', '2026.40.00'],
    ['<p>the pm_version</p>', null],
    ['<script>{"pm_version":""}</script>', null],
  ])('tells the version of the site: %s', (html, version) => {
    expect(readBootstrapPage(html).pmVersion).toBe(version);
  });

  it('recognizes a page for visitors', () => {
    expect(readBootstrapPage(pageWith('{"auth":{"isUserLoggedIn":false}}')).isSignedOut).toBe(true);
  });
});

describe('the ui cookie', () => {
  it('is form-encoded JSON', () => {
    expect(readUiCookie(uiCookie)).toEqual(seller);
    expect(readUiCookie('%7B%22uid%22:%22u%22,%22dh%22:%22jo%22,%22fn%22:%22Jo+Ann%22%7D')).toEqual({
      userId: 'u',
      handle: 'jo',
    });
  });

  it.each([[undefined], [''], ['%'], ['[]'], ['null'], ['%7B%22uid%22:1%7D']])(
    'shows nobody if it reads %s',
    (value) => {
      expect(readUiCookie(value)).toBeNull();
    },
  );
});
