import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keepAssets } from './bin/web/keep-assets-plugin.ts';
import { visitorsInputs, visitorsPages } from './bin/web/site-plugin.ts';

const root = path.resolve(import.meta.dirname, 'src/web');

export default defineConfig({
  root,
  plugins: [react(), visitorsPages(root), keepAssets()],
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist/web'),
    // `keepAssets` empties it, except for the assets of earlier builds.
    emptyOutDir: false,
    target: 'es2023',
    // Fonts and drawings stay files, because the content security policy does not allow data URLs for them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { app: path.join(root, 'app.html'), ...visitorsInputs(root) },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:5000' } },
});
