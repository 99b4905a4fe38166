import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { SiteAssets } from '#web/site/assets.ts';

type Site = { drawSite(assets: SiteAssets): Map<string, string> };

/** The faces that the first screen is set in; the others wait until a letter asks for them. */
const firstFonts = /(imbue-latin-opsz|instrument-sans-latin-wdth)-normal-[\w-]+\.woff2$/;

/** Drawing needs no styles: the pages name the built ones. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? 'export {};' : undefined),
};

/**
 * Draws the pages for visitors as files: once at build time, complete before any script runs, with the names of the built
 * script, styles and fonts in them. While developing they are drawn anew for every request, and any other page is the app's.
 */
export function visitorsPages(root: string): Plugin {
  const prerender = path.join(root, 'site/prerender.tsx');
  return {
    name: 'visitors-pages',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const entry = files.find(
        (file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId === path.join(root, 'site/site.ts'),
      );
      if (entry?.type !== 'chunk') return;
      const { module } = await runnerImport<Site>(prerender, {
        root,
        configFile: false,
        logLevel: 'warn',
        plugins: [withoutStyles],
      });
      const drawn = module.drawSite({
        script: `/${entry.fileName}`,
        styles: [...(entry.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
        fonts: files.map(({ fileName }) => `/${fileName}`).filter((name) => firstFonts.test(name)),
      });
      for (const [fileName, source] of drawn) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const address = new URL(request.url ?? '/', 'http://localhost');
        if (!request.headers.accept?.includes('text/html')) return next();
        const { drawSite } = (await server.ssrLoadModule(prerender)) as Site;
        const pages = drawSite({ script: '/site/site.ts', styles: ['/site/site.css?direct'], fonts: [] });
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
