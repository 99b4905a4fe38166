// Chooses the tests that a change reaches: what `npm test -- --changed` runs.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const git = (root, args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
};

/** The files that differ from a revision, including new and deleted ones. */
export const filesChangedSince = (root, revision) => {
  const known = git(root, ['diff', '--name-only', '--no-renames', revision, '--']);
  const fresh = git(root, ['ls-files', '--others', '--exclude-standard']);
  return [...new Set([...known, ...fresh])].sort();
};

/** The files of all browser tests, as paths from the root. */
export const browserStories = (root) =>
  readdirSync(path.join(root, 'tests/browser'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => `tests/browser/${file.split(path.sep).join('/')}`)
    .sort();

/** No import leads to these files, so a change of them may concern every test. */
const reachesEverything =
  /^(package(-lock)?\.json|tsconfig.*\.json|vitest\.config\.ts|tests\/runner\/[^/]*(?<!\.test)\.ts)$|\.sql$/;
/** These tests read the source tree itself, and take one second together. */
const readsTheTree = [
  'architecture',
  'architecture/floors',
  'architecture/rooms',
  'architecture/vocabulary',
  'documents',
].map((name) => `tests/${name}.test.ts`);
const isTest = (file) => /\.test\.tsx?$/.test(file);

/** A feature's name in a path: `domain/bot/`, `contract/bot/bot.ts`, and `tests/journeys/bot/` all belong to the bot. */
const nouns = [
  'account',
  'activity',
  'bot',
  'closet',
  'companion',
  'computer',
  'contact',
  'drops',
  'experiment',
  'listings',
  'notices',
  'offers',
  'operation',
  'parties',
  'phone',
  'pricing',
  'sales',
  'today',
];
const names = (file, noun) => file.split(/[/.]/).includes(noun);
const nounOf = (file) => nouns.find((noun) => names(file, noun));

const imported = /(?:from|import|import\(|resolve\()\s*'([#.][^']+)'/g;
/** Types are gone when a test runs, and have a check of their own. */
const typesOnly = /^(?:import|export) type [^;]*;/gm;
/** Which TypeScript files of the source tree each of them imports: by static and by dynamic imports. */
export const readImports = (root) => {
  const files = ['src', 'tests', 'tools/drift'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.split(path.sep).join('/')}`),
  );
  const placeOf = (from, target) => {
    if (target.startsWith('#tests/')) return target.slice(1);
    return target.startsWith('#') ? `src/${target.slice(1)}` : path.posix.join(path.posix.dirname(from), target);
  };
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replace(typesOnly, '');
      return [file, [...text.matchAll(imported)].map(([, target]) => placeOf(file, target))];
    }),
  );
};

/** The file and all that import it, directly or through others. */
const importersOf = (file, imports) => {
  const reached = new Set([file]);
  for (const one of reached) for (const [from, targets] of imports) if (targets.includes(one)) reached.add(from);
  return reached;
};

/**
 * The Vitest files for a change: those that import a changed file, directly or through others. Journeys import the whole program,
 * so a change inside a feature runs only the feature's own. Returns null if every test must run. Tests that start Hangtag as a
 * program don't import it. They run if they are changed themselves, and in a full `npm test`.
 */
export const chooseTests = (changed, imports) => {
  if (changed.some((file) => reachesEverything.test(file))) return null;
  const reached = changed.flatMap((file) => {
    if (file.startsWith('tests/browser/') || !imports.has(file)) return [];
    const noun = nounOf(file);
    const isChosen = (test) =>
      test === file || noun === undefined || !/^tests\/(journeys|chaos)\//.test(test) || names(test, noun);
    return [...importersOf(file, imports)].filter((test) => isTest(test) && isChosen(test));
  });
  return [...new Set([...reached, ...readsTheTree])].sort();
};

const wordsOf = (text) => text.split(/[^a-z0-9]+/i).filter(Boolean);
const nameOf = (story) => path.posix.basename(story, '.spec.ts');
const roomOf = (story) => path.posix.basename(path.posix.dirname(story));

/**
 * The browser tests for a change. A changed test file runs itself, and another file in its folder runs the whole folder. A file
 * of the web app runs its feature's test file that is named by a word of its own name, or else by its nearest folder, or else all
 * of the feature's: `settings-form.tsx` in `features/bot` runs `settings.spec.ts`, and `rail.tsx` there runs `bot.spec.ts`. Other
 * files run none.
 */
export const chooseStories = (changed, stories) => {
  const chosen = changed.flatMap((file) => {
    if (stories.includes(file)) return [file];
    const [, room] = /^tests\/browser\/([^/]+)\//.exec(file) ?? [];
    if (room !== undefined) return stories.filter((story) => roomOf(story) === room);
    const [, inside] = /^src\/(?:web|contract)\/(.+)\.\w+$/.exec(file) ?? [];
    if (inside === undefined || /\.test$/.test(inside)) return [];
    const own = wordsOf(path.posix.basename(inside));
    // The nearest folder first: a room says more than its feature.
    const folders = path.posix.dirname(inside).split('/').reverse().map(wordsOf);
    const ofRooms = (words) => stories.filter((story) => words.includes(roomOf(story)));
    const inFeature = [folders.flat(), own].map(ofRooms).find((found) => found.length > 0) ?? [];
    const near = inFeature.length > 0 ? inFeature : stories;
    const named = [own, ...folders].map((words) => near.filter((story) => words.includes(nameOf(story))));
    return named.find((found) => found.length > 0) ?? inFeature;
  });
  return [...new Set(chosen)].sort();
};
