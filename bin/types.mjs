// Checks the types of every floor.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
// Five projects, each with its own allowed globals: the floors that run elsewhere, and the server's for everything else.
const projects = ['src/domain', 'src/contract', 'src/web', 'src/companion', '.'];
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

const checkProject = (project, onOutput) =>
  new Promise((resolve) => {
    // The compiler reuses what it found in the last run until a file changes.
    const known = path.join(root, 'node_modules/.cache/hangtag', `types-${project.replace(/\W+/g, '-')}.json`);
    // Each further checker repeats much of the work of the first: four take twice the processor time of one.
    const args = [tsc, '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', known, '--pretty'];
    const child = spawn(process.execPath, [...args, String(Boolean(process.stdout.isTTY))], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The compiler is a Go program. Collecting its garbage four times less often saves a fifth of its processor time.
      env: { GOGC: '400', ...process.env },
    });
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', onOutput);
    child.once('close', (code) => resolve(code === 0));
  });

/** Returns true if there are no type errors. `onOutput` gets the compiler's output. */
export const checkTypes = async (onOutput) => {
  const holds = [];
  for (const project of projects) holds.push(await checkProject(project, onOutput));
  return holds.every(Boolean);
};

if (process.argv[1] === import.meta.filename)
  process.exit((await checkTypes((text) => process.stdout.write(text))) ? 0 : 1);
