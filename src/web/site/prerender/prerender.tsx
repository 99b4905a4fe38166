// Renders every public page to a file at build time.
import { renderToStaticMarkup } from 'react-dom/server';
import { pages } from '../pages.ts';
import type { SiteAssets } from './assets.ts';
import { Document } from './document.tsx';
import { robots, rss, sitemap } from './feeds.ts';
import { withoutInlineStyles } from './inline-styles.ts';

/** The file name of a page: `/` is `index.html`, `/blog` is `blog.html`. */
const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Every page and feed, by its file name in the build. */
export function drawSite(assets: SiteAssets): Map<string, string> {
  const drawn = pages.map((page): [string, string] => [
    fileOf(page.path),
    `<!doctype html>\n${withoutInlineStyles(renderToStaticMarkup(<Document page={page} assets={assets} />))}\n`,
  ]);
  return new Map([...drawn, ['sitemap.xml', sitemap(pages)], ['robots.txt', robots], ['blog/rss.xml', rss]]);
}
