// Chooses the tests that a change reaches: what `npm test -- --changed` runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
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
const readsTheTree = ['architecture', 'documents', 'specification', 'messages'].map((name) => `tests/${name}.test.ts`);

/**
 * The files for `vitest related`, which runs the tests that import them; null if every test must run. Tests that start Hangtag as
 * a program import nothing of it. They run if they are changed themselves, and in a full `npm test`.
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
 * The browser tests for a change. A changed test file runs itself, and another file in its folder runs the whole folder. A file
 * of the web app runs the test file named by a word of its own name, or else by one of its folders, or else the folder:
 * `settings-form.tsx` in `features/bot` runs `settings.spec.ts`, and `rail.tsx` there runs `bot.spec.ts`. Other files run none.
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
