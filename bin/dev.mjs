// Starts the server with reload on every change, and the web app through Vite, which forwards /api to it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWhereStale } from './web/build-web.mjs';

const root = path.resolve(import.meta.dirname, '..');
const built = await buildWhereStale(root);
if (built !== 0) process.exit(built);
const run = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const parts = [
  run(['--watch', '--watch-preserve-output', 'src/server/main.ts']),
  run([path.join(root, 'node_modules/vite/bin/vite.js'), '--config', 'vite.config.ts']),
];
const stop = () => {
  for (const part of parts) part.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const part of parts) part.once('exit', stop);
