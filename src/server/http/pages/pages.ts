// Serves the built web app from memory.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isLoopback } from '#domain/text/loopback.ts';
import { decodePercent } from '#domain/text/percent.ts';

export type Pages = {
  answer(path: string, headers: Headers): Promise<Response>;
  /** Hashes of the inline scripts and styles of the built pages, for the content security policy. */
  inline: Inline;
};

type Asset = {
  bytes: Buffer;
  type: string;
  etag: string;
  cacheControl: string;
  encoded: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};
const compressible = /^(text\/|application\/(json|xml|manifest)|image\/svg)/;
/** In bytes. Below this a compressed reply is no smaller. */
const leastCompressed = 600;

const shrink = {
  // Small files get the best compression: a page that fits in a connection's first ten packets arrives a round trip sooner.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length < 200_000 ? 11 : 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * A name that is not in the build does not exist, however its dots and slashes are written. A path with a rendered page
 * (`blog.html` for `/blog`) gets that page. `paths` are the app's own: without a rendered page they get the app's shell. Any
 * other path gets the not-found page with status 404. In text files, `{{name}}` is replaced by the value in `places`, which the
 * caller has escaped for HTML.
 */
export function servePages(given: {
  folder: string;
  paths: readonly string[];
  /** Rendered pages that this installation doesn't have. */
  hidden?: readonly string[];
  places?: Record<string, string>;
}): Pages {
  const { folder, paths, hidden = [], places = {} } = given;
  const assets = new Map(loadFolder(folder, places));
  const shell = assets.get('/app.html');
  const notFound = assets.get('/404.html') ?? shell;
  const known = new Set(paths);
  const documents = [...assets.values()]
    .filter(({ type }) => type.startsWith('text/html'))
    .map(({ bytes }) => `${bytes}`);
  return {
    inline: {
      scripts: hashesOf(documents, /<script(?: type="module")?>(.*?)<\/script>/gs),
      styles: hashesOf(documents, /<style>(.*?)<\/style>/gs),
    },
    async answer(requested, headers) {
      const name = plainPath(requested);
      const file = name === null ? undefined : assets.get(name);
      if (file && !name?.endsWith('.html')) return reply(file, headers);
      const page = name === null || notPages.has(name) || hidden.includes(name) ? undefined : drawn(assets, name);
      if (page) return reply(page, headers);
      if (shell && name !== null && known.has(name)) return reply(shell, headers);
      if (!notFound) return plain('The web app is not built.', 503);
      // A page instead of a missing script would be run as a script.
      if (name?.startsWith('/assets/')) return plain('Not found', 404);
      return reply(notFound, headers, 404);
    },
  };
}

const hashesOf = (documents: readonly string[], block: RegExp): string[] => {
  const texts = new Set(documents.flatMap((text) => [...text.matchAll(block)].map(([, inside = '']) => inside)));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
};

/** Rendered files that are not pages under their own names. */
const notPages = new Set(['/app', '/404', '/index']);

const plain = (text: string, status: number): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

const filled = (text: string, places: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (open, name: string) => places[name] ?? open);

function loadFolder(folder: string, places: Record<string, string>): [string, Asset][] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  } catch {
    return [];
  }
  const read = (name: string) => readFileSync(path.join(folder, name));
  const all = new Set(names);
  return (
    names
      // The build's own files begin with a dot.
      .filter((name) => !/\.(br|gz|map)$|^\./.test(name))
      .map((name) => {
        const hasPlaces = /\.(html|xml|txt)$/.test(name);
        const bytes = hasPlaces ? Buffer.from(filled(`${read(name)}`, places)) : read(name);
        const asset: Asset = {
          bytes,
          type: types[path.extname(name)] ?? 'application/octet-stream',
          etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
          cacheControl: cacheControlOf(name),
          encoded: {
            ...(!hasPlaces && all.has(`${name}.br`) && { br: Promise.resolve(read(`${name}.br`)) }),
            ...(!hasPlaces && all.has(`${name}.gz`) && { gzip: Promise.resolve(read(`${name}.gz`)) }),
          },
        };
        return [`/${name}`, asset];
      })
  );
}

function cacheControlOf(name: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  if (name === 'app.html') return 'no-store';
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

/** The decoded path without a trailing slash; null if it cannot be decoded. */
function plainPath(requested: string): string | null {
  const path = decodePercent(requested);
  return path !== null && path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

const drawn = (assets: Map<string, Asset>, name: string): Asset | undefined =>
  assets.get(name === '/' ? '/index.html' : `${name}.html`);

async function reply(asset: Asset, request: Headers, status = 200): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': asset.type,
    'cache-control': status === 404 ? 'no-store' : asset.cacheControl,
    vary: 'Accept-Encoding',
  };
  if (headers['cache-control'] !== 'no-store') headers.etag = asset.etag;
  if (status === 200 && headers.etag && request.get('if-none-match')?.includes(asset.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = encodingFor(asset, request.get('accept-encoding') ?? '');
  if (encoding === null) return new Response(new Uint8Array(asset.bytes), { status, headers });
  asset.encoded[encoding] ??= shrink[encoding](asset.bytes);
  const bytes = await asset.encoded[encoding];
  return new Response(new Uint8Array(bytes), { status, headers: { ...headers, 'content-encoding': encoding } });
}

function encodingFor(asset: Asset, accepted: string): 'br' | 'gzip' | null {
  if (!compressible.test(asset.type) || asset.bytes.length < leastCompressed) return null;
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[\\d.]+\\s*)?(,|$)`, 'i').test(accepted);
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}

/** Hosts that serve Poshmark's listing photos. */
const photoHosts = ['https://*.cloudfront.net', 'https://*.poshmark.com'];

/** The origins that listing photos are loaded from. null if there is no such marketplace. */
export function pictureSources(origins: { practice: string | null; marketplace: string | null }): string[] {
  const { practice, marketplace } = origins;
  return [...(practice === null ? [] : [practice]), ...(marketplace === null ? [] : [marketplace, ...photoHosts])];
}

/** `nearPage`: for a browser on this machine, the only one that reaches a practice marketplace here. */
type SecurityHeaders = Record<'page' | 'nearPage' | 'api', Record<string, string>>;

/** Inline scripts and styles of the built pages, each by its hash (`'sha256-…'`). Only these may run. */
type Inline = { scripts: readonly string[]; styles: readonly string[] };

/** Scripts and styles may come from our own files, or inline exactly as the build wrote them. */
export function securityHeaders(given: {
  isHttps: boolean;
  pictureSources: readonly string[];
  inline?: Inline;
}): SecurityHeaders {
  const { isHttps, pictureSources, inline = { scripts: [], styles: [] } } = given;
  const shared = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  const policyOf = (pictures: readonly string[]) =>
    [
      "default-src 'self'",
      ["script-src 'self'", ...inline.scripts].join(' '),
      ["style-src 'self'", ...inline.styles].join(' '),
      `img-src ${["'self'", 'data:', 'blob:', ...pictures].join(' ')}`,
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
  const isFar = (source: string) => !isLoopback(new URL(source).hostname);
  return {
    page: { ...shared, 'content-security-policy': policyOf(pictureSources.filter(isFar)) },
    nearPage: { ...shared, 'content-security-policy': policyOf(pictureSources) },
    api: { ...shared, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'" },
  };
}
