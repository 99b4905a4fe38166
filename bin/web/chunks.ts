// Decides which modules of the web app share a file, so that a screen asks for few files, and not for another screen's code.
import type { Rolldown } from 'vite';

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
      throw new Error(`${gone} is not part of the web app. Correct the list of parts in bin/web/chunks.ts.`);
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
export const chunkGroups = (root: string): Groups => {
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
