import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './bin/web/chunks.ts';
import { keepAssets } from './bin/web/keep-assets-plugin.ts';
import { visitorsInputs, visitorsPages } from './bin/web/site-plugin.ts';

const root = path.resolve(import.meta.dirname, 'src/web');

/**
 * Only the server describes its schemas as JSON Schema. zod puts the functions for it into every schema, so the bundler can't see
 * that the app never calls them. They are a fifth of zod.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({
      code: code
        .replace(/^\s*inst\._zod\.processJSONSchema = .*$/gm, '')
        .replace(/create(Standard|To)JSONSchemaMethod\(this, .+?\)(\(params\))?/g, 'undefined'),
      map: null,
    }),
  },
};

/** Only the server documents calls and counts them. */
const withoutServersFields: Plugin = {
  name: 'without-servers-fields',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /src\/contract\/[\w/-]+\.ts$/ },
    handler: (code) => ({ code: code.replace(/\b(?:summary:\s*'[^'\\]*'|cost: \w+),/g, ''), map: null }),
  },
};

const inputsOf = (mode: string): Record<string, string> =>
  mode === 'operator'
    ? { operator: path.join(root, 'operator.html') }
    : { app: path.join(root, 'app.html'), ...visitorsInputs(root) };

/**
 * The mode `operator` builds the operator page. It has a build of its own, after the app's: in one build they would share chunks,
 * and sellers would load more and smaller ones.
 */
export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    withoutJsonSchema,
    withoutServersFields,
    react(),
    ...(mode === 'operator' ? [] : [visitorsPages(root), keepAssets()]),
  ],
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist/web'),
    // `keepAssets` empties it, except for the assets of earlier builds.
    emptyOutDir: false,
    copyPublicDir: mode !== 'operator',
    target: 'es2023',
    // Fonts and drawings stay files, because the content security policy does not allow data URLs for them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // On a busy machine it warns that plugins were slow, and the build runs inside the first start.
      checks: { bundlerTimings: false },
      // No property that is read has a side effect: a constant that copies another and that nothing uses is left out.
      treeshake: { propertyReadSideEffects: false },
      output: mode === 'operator' ? {} : { codeSplitting: { groups: chunkGroups(import.meta.dirname) } },
      input: inputsOf(mode),
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:5000' } },
}));
