// Unpacks the archive into a folder with a space and an umlaut, and uses it. One for another processor is only looked at.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foreignPrograms } from './contents.ts';
import { start, visit } from './journey.ts';

const [file = '', cpu = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag with ü '));
try {
  execFileSync('tar', ['-xzf', path.resolve(file), '-C', folder]);
  const foreign = foreignPrograms(folder, cpu);
  if (foreign.length > 0) throw new Error(`Not for ${cpu}: ${foreign.join(', ')}`);
  if (cpu === process.arch) {
    // What was left out of them is used by none.
    const all =
      'await Promise.all(Object.keys(JSON.parse(fs.readFileSync("package.json")).dependencies).filter((name) => !name.includes("-data/")).map((name) => import(name)))';
    execFileSync('node/bin/node', ['--input-type=module', '-e', `import fs from "node:fs"; ${all}`], {
      cwd: path.join(folder, 'hangtag'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // No Node.js of this machine is on the path.
    const env = { PATH: '/usr/bin:/bin', HOME: folder };
    const started = await start([path.join(folder, 'hangtag/hangtag'), '--no-open'], { env });
    const { shares } = await visit(started);
    await started.stop();
    console.log(
      `unpacked and started: ready in ${(started.readyMs / 1000).toFixed(1)} s; demo, ${shares} shares, a photo, stopped`,
    );
  } else console.log(`every program in it is for ${cpu}; not run here`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
