// Renders a public page as a whole HTML document.
import { placeFor } from '#contract/pages.ts';
import type { SitePage } from '../site-page.ts';
import { addressOf, dataBlock } from '../structured-data.ts';
import type { SiteAssets } from './assets.ts';

/** The document is complete even if no script runs. */
export const Document = ({ page, assets }: { page: SitePage; assets: SiteAssets }) => {
  const address = addressOf(page.path);
  const image = addressOf('/social.png');
  const sheets = ['shared', page.look] as const;
  return (
    <html lang="en" data-counting={placeFor('counting')}>
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
