import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
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

type Options = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>;
type Groups = NonNullable<Options['groups']>;
type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** What the bundler loads on its own. */
const parts = {
  entry: 'src/web/main.tsx',
  auth: 'src/web/pages/auth.tsx',
  notFound: 'src/web/pages/not-found.tsx',
  signedIn: 'src/web/app/signed-in.tsx',
  dashboard: 'src/web/pages/dashboard.tsx',
  market: 'src/web/pages/market-analysis.tsx',
  apiTest: 'src/web/pages/api-test.tsx',
  profile: 'src/web/app/profile-dialog.tsx',
  settings: 'src/web/features/bot/settings/settings-form.tsx',
  signInAgain: 'src/web/features/account/auth/sign-in-again.tsx',
};
type Part = keyof typeof parts;
type Modules = Set<string>;

/** The modules themselves, and all that they import before they run. */
const closureOf = (roots: readonly string[], graph: Graph): Modules => {
  const reached = new Set(roots);
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
};

const union = (one: Modules, other: Modules): Modules => new Set([...one, ...other]);
const intersection = (one: Modules, other: Modules): Modules => new Set([...one].filter((id) => other.has(id)));
/** The modules that at least two of these contain. */
const inTwoOf = (sets: readonly Modules[]): Modules =>
  new Set(sets.flatMap((one, place) => sets.slice(place + 1).flatMap((other) => [...intersection(one, other)])));

const sortModules = (root: string, graph: Graph): Record<string, Modules> => {
  const of = (...names: Part[]) => {
    const roots = names.map((name) => `${root}/${parts[name]}`);
    const gone = roots.find((id) => graph.getModuleInfo(id) === null);
    if (gone !== undefined)
      throw new Error(`${gone} is not part of the web app. Correct the list of parts in vite.config.ts.`);
    return closureOf(roots, graph);
  };
  const dashboard = of('signedIn', 'dashboard');
  return {
    core: union(of('entry'), intersection(dashboard, of('auth', 'notFound'))),
    'signed-in': union(of('signedIn'), intersection(of('dashboard'), of('market', 'apiTest', 'profile'))),
    dashboard,
    forms: inTwoOf([of('auth'), of('signInAgain'), of('profile'), of('market'), of('settings')]),
  };
};

/** A module that belongs to several goes into the first. The bundler places those that belong to none. */
const names = ['core', 'signed-in', 'dashboard', 'forms'];

/**
 * Left alone, the bundler makes a file of every few modules that the same parts share. The dashboard then asked for 40 scripts
 * and 17 style sheets, and a quarter of the processor time of its first view went into asking for them.
 */
const chunkGroups = (root: string): Groups => {
  let sorted: Record<string, Modules> | undefined;
  return names.map((name, place) => ({
    debugName: name,
    priority: names.length - place,
    name: (id, graph) => {
      sorted ??= sortModules(root.replaceAll('\\', '/'), graph);
      return sorted[name]?.has(id) ? name : null;
    },
  }));
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
