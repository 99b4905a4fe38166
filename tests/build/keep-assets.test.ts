import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { assetsToKeep, keepAssets } from '../../bin/web/keep-assets-plugin.ts';

const day = 86_400_000;

const root = mkdtempSync(path.join(tmpdir(), 'hangtag-build-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Builds a page with one script that contains `text`. Resolves to the names of the assets after the build. */
const buildWith = async (text: string, now: number): Promise<string[]> => {
  writeFileSync(path.join(root, 'index.html'), '<script type="module" src="./main.ts"></script>');
  writeFileSync(path.join(root, 'main.ts'), `document.title = ${JSON.stringify(text)};`);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [keepAssets({ now: () => now })],
    build: { outDir: path.join(root, 'dist'), emptyOutDir: false },
  });
  return readdirSync(path.join(root, 'dist/assets')).sort();
};

it('a build keeps scripts of earlier builds for 14 days after they were replaced, and nothing else of them', async () => {
  const [first = ''] = await buildWith('one', 0);
  writeFileSync(path.join(root, 'dist/assets', `${first}.br`), 'compressed');
  const second = await buildWith('two', 100 * day);
  expect(second).toHaveLength(3);
  expect(second).toEqual(expect.arrayContaining([first, `${first}.br`]));
  expect(await buildWith('three', 113 * day)).toEqual(expect.arrayContaining([first, `${first}.br`]));
  const last = await buildWith('four', 114 * day);
  expect(last.filter((name) => name.startsWith(first))).toEqual([]);
  expect(last).toHaveLength(3);

  mkdirSync(path.join(root, 'dist/blog'));
  for (const name of ['old.html', 'blog/article.html', '.built-from']) writeFileSync(path.join(root, 'dist', name), '');
  await buildWith('four', 114 * day);
  expect(readdirSync(path.join(root, 'dist')).sort()).toEqual(['.replaced-assets.json', 'assets', 'index.html']);
});

it('a script that is built again counts as never replaced', () => {
  const replaced = { 'a.js': 0 };
  expect(assetsToKeep({ earlier: [], replaced, now: day })).toEqual({});
  expect(assetsToKeep({ earlier: ['a.js'], replaced: {}, now: 30 * day })).toEqual({ 'a.js': 30 * day });
});

it('of too many scripts, those that were replaced last are kept', () => {
  const earlier = Array.from({ length: 400 }, (_, number) => `part-${number}.js`);
  const replaced = Object.fromEntries(earlier.map((name, number) => [name, number]));
  const kept = Object.keys(assetsToKeep({ earlier, replaced, now: day }));
  expect(kept).toHaveLength(300);
  expect(kept).toContain('part-399.js');
  expect(kept).not.toContain('part-99.js');
});
