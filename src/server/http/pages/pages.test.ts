import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Pages, pictureSources, securityHeaders, servePages } from './pages.ts';

let root: string;
let pages: Pages;
const script = 'export const word = "long enough to be worth it";\n'.repeat(40);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pages-'));
  const web = join(root, 'web');
  mkdirSync(join(web, 'assets'), { recursive: true });
  mkdirSync(join(web, 'blog'));
  writeFileSync(join(root, 'secret.key'), 'secret');
  writeFileSync(join(web, 'app.html'), '<title>shell</title>');
  writeFileSync(join(web, 'index.html'), '<title>landing</title>');
  writeFileSync(join(web, '404.html'), '<title>lost</title>');
  writeFileSync(
    join(web, 'blog.html'),
    '<title>blog</title><link rel="canonical" href="{{publicUrl}}/blog">{{unknown}}',
  );
  writeFileSync(join(web, 'blog', 'first.html'), '<title>first</title>');
  writeFileSync(join(web, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(web, 'assets', 'main-abc123.js.map'), '{}');
  writeFileSync(join(web, 'assets', 'pre-1.css'), `a{}${' '.repeat(1000)}`);
  writeFileSync(join(web, 'assets', 'pre-1.css.br'), 'prebuilt');
  writeFileSync(join(web, '.built-from'), 'a fingerprint');
  writeFileSync(join(web, 'robots.txt'), 'User-agent: *\nSitemap: {{publicUrl}}/sitemap.xml');
  const places = { publicUrl: 'https://hangtag.example' };
  pages = servePages({ folder: web, paths: ['/', '/blog', '/dashboard'], places });
});
afterAll(() => rmSync(root, { recursive: true }));

const ask = async (path: string, headers: Record<string, string> = {}) =>
  await pages.answer(path, new Headers(headers));

describe('a path', () => {
  const cases: [string, number, string, string][] = [
    ['/', 200, 'landing', 'no-cache'],
    ['/blog', 200, 'blog', 'no-cache'],
    ['/blog/', 200, 'blog', 'no-cache'],
    ['/blog/first', 200, 'first', 'no-cache'],
    ['/dashboard', 200, 'shell', 'no-store'],
    ['/blog/none', 404, 'lost', 'no-store'],
    ['/blog/first/more', 404, 'lost', 'no-store'],
    ['/nowhere', 404, 'lost', 'no-store'],
    ['/app', 404, 'lost', 'no-store'],
    ['/app.html', 404, 'lost', 'no-store'],
    ['/index', 404, 'lost', 'no-store'],
    ['/blog.html', 404, 'lost', 'no-store'],
    ['/dashboard/a.js', 404, 'lost', 'no-store'],
    ['/.env', 404, 'lost', 'no-store'],
    ['/.built-from', 404, 'lost', 'no-store'],
    ['/%ff', 404, 'lost', 'no-store'],
    ['/../secret.key', 404, 'lost', 'no-store'],
    ['/..%2fsecret.key', 404, 'lost', 'no-store'],
    ['/assets/..%5c..%5csecret.key', 404, 'Not found', 'no-store'],
    ['/assets/%2e%2e/%2e%2e/secret.key', 404, 'Not found', 'no-store'],
    ['/assets/old-999.js', 404, 'Not found', 'no-store'],
    ['/assets/main-abc123.js.map', 404, 'Not found', 'no-store'],
    ['/robots.txt', 200, 'User-agent', 'public, max-age=3600'],
    ['/assets/main-abc123.js', 200, 'long enough', 'public, max-age=31536000, immutable'],
  ];
  it.each(cases)('%s is answered with %i', async (path, status, holds, cacheControl) => {
    const reply = await ask(path);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, cacheControl]);
    expect(await reply.text()).toContain(holds);
  });
});

describe('the placeholders of a page', () => {
  it('are filled in when it is served, if their names are known', async () => {
    expect(await (await ask('/blog')).text()).toContain('href="https://hangtag.example/blog">{{unknown}}');
    expect(await (await ask('/robots.txt')).text()).toContain('Sitemap: https://hangtag.example/sitemap.xml');
  });
});

describe('a file', () => {
  it('is compressed if the client supports that, and has the same content', async () => {
    const zipped = async (accept: string) => {
      const reply = await ask('/assets/main-abc123.js', { 'accept-encoding': accept });
      return { encoding: reply.headers.get('content-encoding'), bytes: Buffer.from(await reply.arrayBuffer()) };
    };
    const [br, gzip, plain] = [await zipped('gzip, br'), await zipped('gzip'), await zipped('br;q=0, identity')];
    expect([br.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null]);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(script);
    expect(gunzipSync(gzip.bytes).toString()).toBe(script);
    expect(plain.bytes.toString()).toBe(script);
  });

  it('is sent as the build compressed it, if it did', async () => {
    const reply = await ask('/assets/pre-1.css', { 'accept-encoding': 'br' });
    expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual(['br', 'prebuilt']);
  });

  it('is not sent again unchanged', async () => {
    const etag = (await ask('/blog')).headers.get('etag') ?? '';
    const again = await ask('/blog', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('a web app that is not built', () => {
  it('says so', async () => {
    const none = servePages({ folder: join(root, 'nothing'), paths: ['/'] });
    const reply = await none.answer('/', new Headers());
    expect([reply.status, await reply.text()]).toEqual([503, 'The web app is not built.\n']);
  });
});

describe('a script or style inside a page', () => {
  it('is named by its hash, so that the security policy allows only that one', () => {
    const web = mkdtempSync(join(tmpdir(), 'inline-'));
    const page = '<script>early()</script><script src="/a.js"></script><style>a{}</style>';
    writeFileSync(join(web, 'index.html'), page);
    writeFileSync(
      join(web, 'blog.html'),
      `${page}<style>b{}</style><script type="application/ld+json">{}</script><script type="module">late()</script>`,
    );
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(servePages({ folder: web, paths: [] }).inline).toEqual({
      scripts: expect.arrayContaining([hash('early()'), hash('late()')]),
      styles: expect.arrayContaining([hash('a{}'), hash('b{}')]),
    });
    rmSync(web, { recursive: true });
  });
});

describe('photos of listings', () => {
  it.each([
    ['nowhere', null, null, []],
    ['from the practice marketplace', 'http://127.0.0.1:4010', null, ['http://127.0.0.1:4010']],
    [
      'from the marketplace itself and where it keeps them',
      null,
      'http://marketplace.internal:4010',
      ['http://marketplace.internal:4010', 'https://*.cloudfront.net', 'https://*.poshmark.com'],
    ],
  ])('load %s', (_, practice, marketplace, sources) => {
    expect(pictureSources({ practice, marketplace })).toEqual(sources);
  });

  it('load from nowhere else, and from this machine only in its own browser', () => {
    const pictureSources = ['http://127.0.0.1:4010', 'https://*.cloudfront.net'];
    const { page, nearPage } = securityHeaders({ isHttps: false, pictureSources });
    expect(nearPage['content-security-policy']).toContain(
      "img-src 'self' data: blob: http://127.0.0.1:4010 https://*.cloudfront.net;",
    );
    expect(page['content-security-policy']).toContain("img-src 'self' data: blob: https://*.cloudfront.net;");
  });
});

describe('scripts and styles', () => {
  it('come from our own files, or are those that the build wrote into its pages', () => {
    const inline = { scripts: ["'sha256-one='"], styles: ["'sha256-two='"] };
    const policy = (given?: typeof inline) =>
      securityHeaders({ isHttps: false, pictureSources: [], inline: given }).page['content-security-policy'];
    expect(policy()).toContain("script-src 'self'; style-src 'self';");
    expect(policy(inline)).toContain("script-src 'self' 'sha256-one='; style-src 'self' 'sha256-two=';");
    expect(policy(inline)).not.toContain('unsafe');
  });
});
