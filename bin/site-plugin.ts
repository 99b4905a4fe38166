import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { SheetName, SiteAssets } from '#web/site/assets.ts';

type Site = { drawSite(assets: SiteAssets): Map<string, string> };

const perSheet = (make: (name: SheetName) => string): Record<SheetName, string> => ({
  shared: make('shared'),
  home: make('home'),
  landing: make('landing'),
  reading: make('reading'),
});

/** What the build must make for the visitors' pages: their script and their style sheets. */
export const visitorsInputs = (root: string): Record<string, string> => ({
  site: path.join(root, 'site/site.ts'),
  ...perSheet((name) => path.join(root, `site/styles/${name}.css`)),
});

/** Drawing needs no styles: the pages name the built ones. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? 'export {};' : undefined),
};

/**
 * Draws the pages for visitors as files: once at build time, complete before any script runs, with the names of the built
 * script and the styles in them. While developing they are drawn anew for every request, and any other page is the app's.
 */
export function visitorsPages(root: string): Plugin {
  const prerender = path.join(root, 'site/prerender.tsx');
  return {
    name: 'visitors-pages',
    // After the bundler's own plugins, which still put the style sheets in order.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const entry = files.find(
        (file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId === path.join(root, 'site/site.ts'),
      );
      if (entry?.type !== 'chunk') return;
      if (entry.imports.length > 0)
        throw new Error('The script of the visitors’ pages stands in them: it can import no other.');
      delete bundle[entry.fileName];
      /** A style sheet goes into the pages themselves, not beside them. */
      const textOf = (name: SheetName): string => {
        const file = files.find(
          (one) => one.type === 'asset' && one.originalFileNames.includes(`site/styles/${name}.css`),
        );
        if (file?.type !== 'asset') throw new Error(`The build made no ${name}.css for the visitors’ pages.`);
        delete bundle[file.fileName];
        return String(file.source);
      };
      const { module } = await runnerImport<Site>(prerender, {
        root,
        configFile: false,
        logLevel: 'warn',
        plugins: [withoutStyles],
      });
      const drawn = module.drawSite({
        kind: 'built',
        script: entry.code.trim(),
        styles: perSheet(textOf),
        early: readFileSync(path.join(root, 'public/theme.js'), 'utf8'),
      });
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
          request.url = '/app.html';
          return next();
        }
        response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      });
    },
  };
}
