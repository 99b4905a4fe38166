// Installs the packed package into an empty folder, as somebody with only Node.js would, and uses it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { start, visit } from './journey.ts';

const [file = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag with ü '));
try {
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', path.resolve(file)];
  execFileSync('npm', install, {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      npm_config_cache: process.env.npm_config_cache ?? path.join(process.env.HOME ?? '', '.npm'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const first = await start(['npx', 'hangtag', '--no-open'], { cwd: folder, env });
  const { shares } = await visit(first);
  await first.stop();
  const second = await start(['npx', 'hangtag', '--no-open'], { cwd: folder, env });
  await second.stop();
  console.log(
    `installed into an empty folder; npx hangtag was ready in ${(first.readyMs / 1000).toFixed(1)} s, later in ${(second.readyMs / 1000).toFixed(1)} s; demo, ${shares} shares, a photo, stopped`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
