// Keeps the assets of earlier builds for a while, so that a page opened before an upgrade can still load its parts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** How long after an upgrade an open page can still load its parts. */
const keptForMs = 14 * 86_400_000;
/** Limits the assets of a day with many builds, because the server keeps all assets in memory. */
const mostKept = 300;

/** By name, when each asset that is no longer built was replaced. */
type Replaced = Record<string, number>;

/**
 * Replaces `emptyOutDir`: deletes everything except `assets/` before a build. Names of assets contain a hash of their content, so
 * the assets of two builds can be in one folder.
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

/** Which assets of earlier builds to keep, with the time when they were replaced. */
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

/** A script and its compressed form are kept or deleted together. */
const withoutCompression = (name: string): string => name.replace(/\.br$/, '');

function readReplaced(file: string): Replaced {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Replaced;
  } catch {
    // The first build, or a damaged list: assets that exist count as replaced now.
    return {};
  }
}
