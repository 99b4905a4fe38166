// Checks the types of every floor.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
// Four floors, four sets of allowed globals, and the server's for everything else.
const projects = ['src/domain', 'src/contract', 'src/web', '.'];
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

const checkProject = (project, hear) =>
  new Promise((resolve) => {
    // What one run found out about a file the next one knows until the file changes.
    const known = path.join(root, 'node_modules/.cache/hangtag', `types-${project.replace(/\W+/g, '-')}.json`);
    const args = [
      tsc,
      '-p',
      project,
      '--incremental',
      '--tsBuildInfoFile',
      known,
      '--pretty',
      String(Boolean(process.stdout.isTTY)),
    ];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', hear);
    child.once('close', (code) => resolve(code === 0));
  });

/** True where all types are sound. `hear` takes what the compiler says. */
export const checkTypes = async (hear) => {
  const holds = [];
  for (const project of projects) holds.push(await checkProject(project, hear));
  return holds.every(Boolean);
};

if (process.argv[1] === import.meta.filename)
  process.exit((await checkTypes((text) => process.stdout.write(text))) ? 0 : 1);
