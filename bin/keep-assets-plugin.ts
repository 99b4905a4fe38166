// Keeps the assets of earlier builds for a while, so that a page opened before an upgrade still finds its parts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** How long a page may stay open after an upgrade and still load the rest of itself. */
const keptForMs = 14 * 86_400_000;
/** A day of many builds must not fill the server's memory: it serves all assets from there. */
const mostKept = 300;

/** When each asset that no build makes any more was replaced, by its name. */
type Replaced = Record<string, number>;

/**
 * Takes the place of `emptyOutDir`: everything but `assets/` goes before a build. Names of assets hold a hash of their
 * content, so that those of two builds can lie side by side.
 */
export function keepAssets({ now = Date.now }: { now?: () => number } = {}): Plugin {
  let outDir = '';
  const assetsDir = () => path.join(outDir, 'assets');
  const listFile = () => path.join(outDir, '.replaced-assets.json');
  let replaced: Replaced = {};
  return {
    name: 'keep-assets',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    buildStart() {
      replaced = readReplaced(listFile());
      if (!existsSync(outDir)) return;
      for (const name of readdirSync(outDir))
        if (name !== 'assets') rmSync(path.join(outDir, name), { recursive: true, force: true });
    },
    writeBundle(_options, bundle) {
      mkdirSync(assetsDir(), { recursive: true });
      const current = new Set(Object.keys(bundle).map((name) => path.basename(name)));
      const earlier = readdirSync(assetsDir()).filter((name) => !current.has(withoutCompression(name)));
      const kept = assetsToKeep({ earlier, replaced, now: now() });
      for (const name of earlier)
        if (!(withoutCompression(name) in kept)) rmSync(path.join(assetsDir(), name), { force: true });
      writeFileSync(listFile(), JSON.stringify(kept));
    },
  };
}

/** Which assets of earlier builds stay, with the time since when no build makes them. */
export function assetsToKeep({
  earlier,
  replaced,
  now,
}: {
  earlier: readonly string[];
  replaced: Replaced;
  now: number;
}): Replaced {
  const names = [...new Set(earlier.map(withoutCompression))];
  const young = names
    .map((name) => ({ name, at: replaced[name] ?? now }))
    .filter(({ at }) => now - at < keptForMs)
    .sort((one, other) => other.at - one.at);
  return Object.fromEntries(young.slice(0, mostKept).map(({ name, at }) => [name, at]));
}

/** A script and its compressed form stay or go together. */
const withoutCompression = (name: string): string => name.replace(/\.br$/, '');

function readReplaced(file: string): Replaced {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Replaced;
  } catch {
    // The first build, or a broken list: what lies there counts as replaced today.
    return {};
  }
}
