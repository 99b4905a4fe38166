// The sitemap, the RSS feed, and robots.txt.
import { articlePath, paths } from '#contract/pages.ts';
import { blogMessages } from '#web/messages/site/blog.ts';
import { articles } from '../articles.ts';
import type { SitePage } from '../site-page.ts';
import { addressOf } from '../structured-data.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const xml = '<?xml version="1.0" encoding="UTF-8"?>';

/** Every page that search engines may show. */
export const sitemap = (pages: readonly SitePage[]): string => {
  const entries = pages
    .filter(({ isHidden }) => !isHidden)
    .map(({ path, published }) => {
      const changed = published ? `<lastmod>${published}</lastmod>` : '';
      return `  <url><loc>${escaped(addressOf(path))}</loc>${changed}</url>`;
    });
  return `${xml}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
};

/** Addresses that robots.txt closes to search engines: the API and the app's own screens. */
const closed = ['/api/', paths.auth, paths.dashboard, paths.apiTest, '/market-analysis'];

export const robots = `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${addressOf('/sitemap.xml')}\n`;

export const rss = `${xml}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(blogMessages.title)}</title>
<link>${addressOf(paths.blog)}</link>
<description>${escaped(blogMessages.description)}</description>
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
