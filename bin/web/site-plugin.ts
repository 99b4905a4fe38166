// Renders the public pages: as files in a build, and for each request during development.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { SheetName, SiteAssets } from '#web/site/prerender/prerender.tsx';

type Site = { drawSite(assets: SiteAssets): Map<string, string> };

const perSheet = (make: (name: SheetName) => string): Record<SheetName, string> => ({
  shared: make('shared'),
  home: make('home'),
  landing: make('landing'),
  reading: make('reading'),
  tour: make('tour'),
});

/** The inputs of the public pages: their script and their style sheets. */
export const visitorsInputs = (root: string): Record<string, string> => ({
  site: path.join(root, 'site/site.ts'),
  ...perSheet((name) => path.join(root, `site/styles/${name}.css`)),
});

/** Rendering a page imports no styles, because the page links to the built ones. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? 'export {};' : undefined),
};

/** The made-up seller of the screens on the pages is at home in this zone, wherever the build runs. */
const inZone = <Result>(zone: string, work: () => Result): Result => {
  const own = process.env.TZ;
  process.env.TZ = zone;
  try {
    return work();
  } finally {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  }
};

/**
 * A build renders each page once, complete before any script runs, with its script and styles in the page. The development server
 * renders the pages for every request, and answers all other pages with the app.
 */
export function visitorsPages(root: string): Plugin {
  const prerender = path.join(root, 'site/prerender/prerender.tsx');
  return {
    name: 'visitors-pages',
    // Runs after the bundler's own plugins, which still sort the style sheets.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const entry = files.find(
        (file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId === path.join(root, 'site/site.ts'),
      );
      if (entry?.type !== 'chunk') return;
      if (entry.imports.length > 0)
        throw new Error('The script of the public pages is part of each page, so it can’t import another file.');
      delete bundle[entry.fileName];
      /** The text of a style sheet. It becomes part of the pages, so the file itself is deleted. */
      const textOf = (name: SheetName): string => {
        const file = files.find(
          (one) => one.type === 'asset' && one.originalFileNames.includes(`site/styles/${name}.css`),
        );
        if (file?.type !== 'asset') throw new Error(`The build made no ${name}.css for the public pages.`);
        delete bundle[file.fileName];
        return String(file.source);
      };
      const { module } = await runnerImport<Site>(prerender, {
        root,
        configFile: false,
        logLevel: 'warn',
        plugins: [withoutStyles],
      });
      const styles = perSheet(textOf);
      const drawn = inZone('America/New_York', () =>
        module.drawSite({
          kind: 'built',
          script: entry.code.trim(),
          styles,
          early: readFileSync(path.join(root, 'public/theme.js'), 'utf8'),
        }),
      );
      for (const [fileName, source] of drawn) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const address = new URL(request.url ?? '/', 'http://localhost');
        if (!request.headers.accept?.includes('text/html')) return next();
        const { drawSite } = (await server.ssrLoadModule(prerender)) as Site;
        const pages = drawSite({
          kind: 'served',
          script: '/site/site.ts',
          styles: perSheet((name) => `/site/styles/${name}.css?direct`),
          early: '/theme.js',
        });
        const page = pages.get(address.pathname === '/' ? 'index.html' : `${address.pathname.slice(1)}.html`);
        if (page === undefined) {
          request.url = address.pathname === '/operator' ? '/operator.html' : '/app.html';
          return next();
        }
        response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      });
    },
  };
}
