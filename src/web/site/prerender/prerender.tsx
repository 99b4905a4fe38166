// Renders every public page to a file at build time.
import { renderToStaticMarkup } from 'react-dom/server';
import { articlePath, paths, placeFor } from '#contract/pages.ts';
import { OnNetwork } from '#web/ui/on-network.tsx';
import { articles } from '../articles.ts';
import { articlePages } from '../pages/article.tsx';
import { blogPage } from '../pages/blog.tsx';
import { companionPage } from '../pages/companion.tsx';
import { homePage } from '../pages/home.tsx';
import { howItWorksPage } from '../pages/how-it-works.tsx';
import { landingPage } from '../pages/landing.tsx';
import { notFoundPage } from '../pages/not-found.tsx';
import { privacyPage } from '../pages/privacy.tsx';
import { termsPage } from '../pages/terms.tsx';
import { addressOf, dataBlock, type SitePage } from '../site-page.ts';

/** The file name of a page: `/` is `index.html`, `/blog` is `blog.html`. */
const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

export function drawSite(assets: SiteAssets): Map<string, string> {
  const drawn = pages.map((page): [string, string] => [
    fileOf(page.path),
    `<!doctype html>\n${withoutInlineStyles(renderToStaticMarkup(<Document page={page} assets={assets} />))}\n`,
  ]);
  return new Map([...drawn, ['sitemap.xml', sitemap(pages)], ['robots.txt', robots], ['blog/rss.xml', rss]]);
}

/** The scripts and styles that the build gives to the public pages. */
export type SheetName = 'shared' | SitePage['look'];

/** A build writes scripts and styles into the page, so that it needs no other file. In development they are addresses. */
export type SiteAssets = {
  kind: 'built' | 'served';
  styles: Record<SheetName, string>;
  early: string;
  script: string;
};

/** The document is complete even if no script runs. */
const Document = ({ page, assets }: { page: SitePage; assets: SiteAssets }) => {
  const address = addressOf(page.path);
  const image = addressOf('/social.png');
  const sheets = ['shared', page.look] as const;
  return (
    <html lang="en" data-counting={placeFor('counting')} data-computer={placeFor('computer')}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {/* Nothing is drawn before all of the page's content is there: what comes later would move what is drawn already. */}
        <link rel="expect" href="#main" blocking="render" />
        {page.isHidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
        {assets.kind === 'built' ? (
          <>
            <script>{assets.early}</script>
            {sheets.map((name) => (
              <style key={name}>{assets.styles[name]}</style>
            ))}
          </>
        ) : (
          <>
            <script src={assets.early} />
            {sheets.map((name) => (
              <link key={name} rel="stylesheet" href={assets.styles[name]} />
            ))}
          </>
        )}
        <meta name="theme-color" content="#f4f0ea" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12100e" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="alternate" type="application/rss+xml" title="Articles on the Hangtag blog" href="/blog/rss.xml" />
        <meta property="og:site_name" content="Hangtag" />
        <meta property="og:type" content={page.published ? 'article' : 'website'} />
        <meta property="og:title" content={page.title} />
        <meta property="og:description" content={page.description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={image} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta
          property="og:image:alt"
          content="Hangtag: a closet on a rail, one item being shared now. Shared all day. Never in a rush."
        />
        {page.published && <meta property="article:published_time" content={page.published} />}
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:image" content={image} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <OnNetwork />
        {page.content}
        {page.data?.map((data) => (
          <script key={dataBlock(data)} type="application/ld+json">
            {dataBlock(data)}
          </script>
        ))}
        {assets.kind === 'built' ? (
          <script type="module">{assets.script}</script>
        ) : (
          <script type="module" src={assets.script} />
        )}
      </body>
    </html>
  );
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const xml = '<?xml version="1.0" encoding="UTF-8"?>';

const sitemap = (pages: readonly SitePage[]): string => {
  const entries = pages
    .filter(({ isHidden }) => !isHidden)
    .map(({ path, published }) => {
      const changed = published ? `<lastmod>${published}</lastmod>` : '';
      return `  <url><loc>${escaped(addressOf(path))}</loc>${changed}</url>`;
    });
  return `${xml}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
};

/** What robots.txt closes to search engines: the API and the app's own screens. */
const closed = [
  '/api/',
  paths.auth,
  paths.dashboard,
  paths.apiTest,
  paths.marketAnalysis,
  paths.selling,
  paths.numbers,
  paths.sales,
];

const robots = `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${addressOf('/sitemap.xml')}\n`;

const rss = `${xml}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(blogPage.title)}</title>
<link>${addressOf(paths.blog)}</link>
<description>${escaped(blogPage.description)}</description>
<language>en</language>
<atom:link href="${addressOf('/blog/rss.xml')}" rel="self" type="application/rss+xml"/>
${articles
  .map(({ slug, title, excerpt, published, category }) => {
    const address = addressOf(articlePath(slug));
    return `<item><title>${escaped(title)}</title><link>${address}</link><guid>${address}</guid><pubDate>${new Date(published).toUTCString()}</pubDate><category>${escaped(category)}</category><description>${escaped(excerpt)}</description></item>`;
  })
  .join('\n')}
</channel>
</rss>
`;

/** Screens of the product pass numbers as inline custom properties. In a public page each different one becomes a class. */
export function withoutInlineStyles(html: string): string {
  const styles = new Set<string>();
  const body = html.replace(/<[a-z][^<>]*\sstyle="[^"]*"[^<>]*>/g, (tag) => {
    const [whole, style = ''] = /\sstyle="([^"]*)"/.exec(tag) ?? [''];
    const bare = tag.replace(whole, '');
    const name = `v${[...styles.add(style)].indexOf(style)}`;
    return /\sclass="/.test(bare)
      ? bare.replace(/\sclass="([^"]*)"/, ` class="$1 ${name}"`)
      : bare.replace(/^<[a-z][\w-]*/, `$& class="${name}"`);
  });
  if (styles.size === 0) return html;
  const rules = [...styles].map((style, index) => `:root .v${index}{${style}}`).join('');
  return body.replace('</head>', `<style>${rules}</style></head>`);
}

const pages: readonly SitePage[] = [
  homePage,
  landingPage,
  howItWorksPage,
  blogPage,
  ...articlePages,
  companionPage,
  privacyPage,
  termsPage,
  notFoundPage,
];
