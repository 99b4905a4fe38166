import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { articlePath, paths } from '#contract/pages.ts';
import { drawSite, withoutInlineStyles } from './prerender.tsx';

const sheets = { shared: 'a{}', home: 'b{}', landing: 'c{}', reading: 'd{}', tour: 'e{}' };
const files = drawSite({ kind: 'built', script: '/s.js', styles: sheets, early: 'early()' });
const pages = [...files].filter(([name]) => name.endsWith('.html'));

const one = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
const titleOf = (html: string) => unescaped(one(html, /<title>(.*?)<\/title>/));
const descriptionOf = (html: string) => unescaped(one(html, /<meta name="description" content="(.*?)"/));
const canonicalOf = (html: string) => one(html, /<link rel="canonical" href="(.*?)"/);
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) => JSON.parse(text));
const textOf = (html: string) => html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');
const addressOf = (name: string) => (name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`);

const slugs = [
  'poshmark-automation-guide',
  'poshmark-sharing-tips',
  'poshmark-pricing-strategy',
  'increase-poshmark-sales',
];
const addresses: string[] = [
  paths.home,
  paths.landing,
  paths.howItWorks,
  paths.blog,
  ...slugs.map(articlePath),
  paths.companion,
  paths.privacy,
  paths.terms,
];

describe.each(pages)('%s', (name, html) => {
  it('has a title and a description short enough to be shown in full', () => {
    expect(titleOf(html).length).toBeGreaterThan(10);
    expect(titleOf(html).length).toBeLessThanOrEqual(60);
    expect(descriptionOf(html).length).toBeGreaterThan(10);
    expect(descriptionOf(html).length).toBeLessThanOrEqual(155);
  });

  it('has one first-level heading and skips no level', () => {
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('is first drawn when all of its content is there, so that nothing is moved by what comes later', () => {
    expect(html).toMatch(/<link[^>]* rel="expect" href="#main" blocking="render"\/>.*<\/head>.*<main id="main"/s);
  });

  it('has neither an inline handler nor an inline style, which the security policy would refuse', () => {
    expect(html).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)="/);
  });

  it('uses each id once, and every anchor and reference leads to an id', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const asked = [...html.matchAll(/\s(?:href="#|popovertarget="|aria-(?:labelledby|describedby)=")([^"]+)"/gi)];
    for (const [, id] of asked) expect(ids).toContain(id);
  });

  it('marks each screen of the product as a sample that nobody can press, with a caption', () => {
    for (const screen of html.matchAll(/<figure class="shown.*?<\/figure>/gs)) {
      expect(screen[0]).toMatch(/^<figure class="shown[^>]*><div class="shown-screen" inert="" aria-hidden="true">/);
      expect(screen[0]).toMatch(/<figcaption><span class="stamp none">Sample data<\/span>[^<]{40,}<\/figcaption>/);
    }
  });

  it('says that it is independent of the marketplace', () => {
    expect(html).toContain('not affiliated with, endorsed by, or sponsored by Poshmark');
  });

  it('declares its language, and promises no other', () => {
    expect(html).toMatch(/^<!doctype html>\s*<html lang="en"/i);
    expect(html).not.toContain('hreflang');
  });

  it('gives each picture its size, and takes pictures and fonts from this server', () => {
    for (const [image] of html.matchAll(/<img\b[^>]*>/g)) expect(image).toMatch(/ width="\d+".* height="\d+"/);
    for (const [, from] of html.matchAll(/<(?:img|source|script|iframe|video)\b[^>]*\ssrc(?:set)?="([^"]*)"/g))
      expect(from).toMatch(/^\/(?!\/)/);
    for (const [, from] of html.matchAll(/url\(["']?([^"')]+)/g)) expect(from).toMatch(/^(\/(?!\/)|data:|#)/);
  });

  it('uses only letters of the subset fonts', () => {
    const cut = /[\x20-\x7e\s\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/;
    const others = new Set([...textOf(html)].filter((letter) => !cut.test(letter)));
    expect([...others]).toEqual([]);
  });

  it(name === '404.html' ? 'is kept out of search' : 'names its own absolute address', () => {
    if (name === '404.html') {
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      return;
    }
    const address = addressOf(name);
    const canonical = `{{publicUrl}}${address}`;
    expect(canonicalOf(html)).toBe(canonical);
    expect(html).toContain(`<meta property="og:url" content="${canonical}"/>`);
    expect(html).toContain('<meta property="og:image" content="{{publicUrl}}/social.png"/>');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  });
});

it('the picture of link previews has the size that previews show', async () => {
  const { width, height } = await sharp(path.resolve(import.meta.dirname, '../../public/social.png')).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

it('no two pages share a title or a description', () => {
  expect(new Set(pages.map(([, html]) => titleOf(html))).size).toBe(pages.length);
  expect(new Set(pages.map(([, html]) => descriptionOf(html))).size).toBe(pages.length);
});

describe('structured data', () => {
  const kinds = (name: string) => dataOf(files.get(name) ?? '').map((data) => data['@type']);

  it('says what each page is', () => {
    expect(kinds('index.html')).toEqual(['WebSite', 'SoftwareApplication', 'FAQPage']);
    expect(kinds('landing.html')).toEqual(['SoftwareApplication']);
    expect(kinds('how-it-works.html')).toEqual(['BreadcrumbList']);
    expect(kinds('blog.html')).toEqual(['BreadcrumbList']);
    for (const slug of slugs) expect(kinds(`blog/${slug}.html`)).toEqual(['BlogPosting', 'BreadcrumbList']);
  });

  /** What search engines ask for, beyond the kind. */
  const required: Record<string, string[]> = {
    WebSite: ['name', 'url', 'publisher'],
    SoftwareApplication: ['name', 'applicationCategory', 'operatingSystem', 'offers'],
    FAQPage: ['mainEntity'],
    BreadcrumbList: ['itemListElement'],
    BlogPosting: ['headline', 'datePublished', 'author', 'image'],
  };

  it.each(pages)('of %s has what search engines ask for, and absolute addresses', (_, html) => {
    for (const data of dataOf(html)) {
      expect(data['@context']).toBe('https://schema.org');
      const kind = String(data['@type']);
      for (const name of required[kind] ?? []) expect(data, kind).toHaveProperty(name);
      const addresses = [...JSON.stringify(data).matchAll(/"(?:url|item|image|@id|mainEntityOfPage)":"([^"]*)"/g)];
      for (const [, address] of addresses) expect(address).toMatch(/^(\{\{publicUrl\}\}|https:\/\/)/);
    }
  });

  it('says that the program is free, and invents no rating', () => {
    const [, software] = dataOf(files.get('index.html') ?? '');
    expect(software?.offers).toEqual({ '@type': 'Offer', price: '0', priceCurrency: 'USD' });
    for (const [, html] of pages) expect(html).not.toMatch(/AggregateRating|reviewRating|"@type":"Review"/);
  });

  it('gives the questions with the answers that the page shows', () => {
    const home = files.get('index.html') ?? '';
    const faq = dataOf(home)[2]?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
    expect(faq.length).toBeGreaterThanOrEqual(4);
    const shownText = unescaped(textOf(home));
    for (const { name, acceptedAnswer } of faq) {
      expect(shownText).toContain(name);
      expect(shownText).toContain(acceptedAnswer.text);
    }
  });
});

describe.each(slugs)('the article %s', (slug) => {
  const html = files.get(`blog/${slug}.html`) ?? '';
  const body = /<div class="prose">(.*)<section class="sources"/s.exec(html)?.[1] ?? '';

  it('has sources that its text cites', () => {
    const sources = [...html.matchAll(/id="source-(\d+)"/g)].map(([, n]) => n);
    const cited = new Set([...body.matchAll(/href="#source-(\d+)"/g)].map(([, n]) => n));
    expect([...cited].toSorted()).toEqual(sources);
  });

  it('has its date, its author, and links to the other three', () => {
    const [posting] = dataOf(html);
    expect(Number.isNaN(Date.parse(String(posting?.datePublished)))).toBe(false);
    expect(posting?.author).toMatchObject({ name: 'The makers of Hangtag' });
    for (const other of slugs.filter((one) => one !== slug)) expect(html).toContain(`href="${articlePath(other)}"`);
  });
});

describe('for machines', () => {
  it('the sitemap lists every page', () => {
    const sitemap = files.get('sitemap.xml') ?? '';
    const listed = [...sitemap.matchAll(/<loc>\{\{publicUrl\}\}(.*?)<\/loc>/g)].map(([, at]) => at);
    expect(listed.toSorted()).toEqual(addresses.toSorted());
  });

  it('robots.txt closes the API and the tools, and names the sitemap', () => {
    const robots = files.get('robots.txt');
    for (const closed of [
      '/api/',
      '/auth',
      '/dashboard',
      '/api-test',
      '/market-analysis',
      '/selling',
      '/numbers',
      '/sales',
    ])
      expect(robots).toContain(`Disallow: ${closed}\n`);
    expect(robots).toContain('Sitemap: {{publicUrl}}/sitemap.xml');
  });

  it('the feed has the four articles with absolute addresses and real dates', () => {
    const items = [...(files.get('blog/rss.xml') ?? '').matchAll(/<item>(.*?)<\/item>/g)].map(([, item = '']) => item);
    expect(items).toHaveLength(4);
    for (const item of items) {
      expect(item).toMatch(/<link>\{\{publicUrl\}\}\/blog\/[\w-]+<\/link>/);
      expect(Date.parse(/<pubDate>(.*?)<\/pubDate>/.exec(item)?.[1] ?? '')).toBeGreaterThan(0);
    }
  });
});

const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`;

it('each different inline style becomes one rule and one class', () => {
  const given = page(
    '<i class="fill" style="--x:1"></i><b style="--x:1">a</b><svg style="--y:2;--z:3"><path d="M0"/></svg>',
  );
  expect(withoutInlineStyles(given)).toBe(
    page(
      '<i class="fill v0"></i><b class="v0">a</b><svg class="v1"><path d="M0"/></svg>',
      '<style>:root .v0{--x:1}:root .v1{--y:2;--z:3}</style>',
    ),
  );
});

it('a page without inline styles stays as it is', () => {
  expect(withoutInlineStyles(page('<p data-style="a">style="b"</p>'))).toBe(page('<p data-style="a">style="b"</p>'));
});
