// Chooses the tests that a change reaches: what `npm test -- --changed` runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const git = (root, args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
};

/** The files that differ from a revision, those that git does not know yet among them. Deleted ones are named too. */
export const filesChangedSince = (root, revision) => {
  const known = git(root, ['diff', '--name-only', '--no-renames', revision, '--']);
  const fresh = git(root, ['ls-files', '--others', '--exclude-standard']);
  return [...new Set([...known, ...fresh])].sort();
};

/** Every browser story's file, as a path from the root. */
export const browserStories = (root) =>
  readdirSync(path.join(root, 'tests/browser'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => `tests/browser/${file.split(path.sep).join('/')}`)
    .sort();

/** What no import leads to: a change of it may concern every test. */
const reachesEverything =
  /^(package(-lock)?\.json|tsconfig.*\.json|vitest\.config\.ts|tests\/runner\/[^/]*(?<!\.test)\.ts)$|\.sql$/;
/** They read the source tree itself, and take a second together. */
const readsTheTree = ['architecture', 'documents', 'specification', 'messages'].map((name) => `tests/${name}.test.ts`);

/**
 * The files to hand to `vitest related`, which runs the tests that import them; null where every test must run. Tests that
 * start programs of the product import nothing of them: they run where they are changed themselves, and in `npm test`.
 */
export const chooseRelated = (changed, exists = existsSync) => {
  if (changed.some((file) => reachesEverything.test(file))) return null;
  const modules = changed.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tests/browser/') && exists(file));
  return [...modules, ...readsTheTree];
};

const wordsOf = (text) => text.split(/[^a-z0-9]+/i).filter(Boolean);
const nameOf = (story) => path.posix.basename(story, '.spec.ts');
const roomOf = (story) => path.posix.basename(path.posix.dirname(story));

/**
 * The browser stories for a change. A changed story runs itself; another file of its room runs the room. A file of the web
 * app runs the story that its name has as a word, else the one that its folders have, else the room: `settings-form.tsx` in
 * `features/bot` runs `settings.spec.ts`, `rail.tsx` there runs `bot.spec.ts`. What names none runs none.
 */
export const chooseStories = (changed, stories) => {
  const chosen = changed.flatMap((file) => {
    if (stories.includes(file)) return [file];
    const [, room] = /^tests\/browser\/([^/]+)\//.exec(file) ?? [];
    if (room !== undefined) return stories.filter((story) => roomOf(story) === room);
    const [, inside] = /^src\/(?:web|contract)\/(.+)\.\w+$/.exec(file) ?? [];
    if (inside === undefined || /\.test$/.test(inside)) return [];
    const named = (words, name) => stories.filter((story) => words.includes(name(story)));
    const own = wordsOf(path.posix.basename(inside));
    const folders = wordsOf(path.posix.dirname(inside));
    const steps = [named(own, nameOf), named(folders, nameOf), named([...own, ...folders], roomOf)];
    return steps.find((found) => found.length > 0) ?? [];
  });
  return [...new Set(chosen)].sort();
};
