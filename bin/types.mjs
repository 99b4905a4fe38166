import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
// Four floors, four sets of allowed globals, and the server's for everything else.
const projects = ['src/domain', 'src/contract', 'src/web', '.'];

/** Checks the types of every floor; true where all are sound. */
export const checkTypes = () =>
  projects
    .map((project) => {
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      return spawnSync(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' }).status === 0;
    })
    .every(Boolean);

if (process.argv[1] === import.meta.filename) process.exit(checkTypes() ? 0 : 1);
