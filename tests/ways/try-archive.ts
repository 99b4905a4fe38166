// Unpacks the archive into a folder with a space and an umlaut, and uses it. One for another processor runs on a Debian for that.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foreignPrograms, openDebian } from './debian.ts';
import { start, visit } from './journey.ts';

const [file = '', cpu = ''] = process.argv.slice(2);
const debian = cpu === process.arch ? null : openDebian(cpu);
const isForeign = debian !== null;
const home = '/home/Jo Müller';
const folder = isForeign ? path.join(debian.root, home) : mkdtempSync(path.join(tmpdir(), 'hangtag with ü '));
const seenAs = isForeign ? home : folder;
const someone = 1000;
const inside = isForeign
  ? [
      'chroot',
      `--userspec=${someone}:${someone}`,
      '--groups=',
      debian.root,
      '/usr/bin/env',
      '--chdir',
      `${home}/hangtag`,
    ]
  : ['/usr/bin/env', '--chdir', path.join(folder, 'hangtag')];
try {
  debian?.run('useradd', '--uid', String(someone), '--create-home', '--home-dir', home, 'jo');
  execFileSync('tar', ['-xzf', path.resolve(file), '-C', folder]);
  const strange = foreignPrograms(folder, cpu);
  if (strange.length > 0) throw new Error(`Not for ${cpu}: ${strange.join(', ')}`);
  // What was left out of its parts is used by none.
  const importAll =
    'await Promise.all(Object.keys(JSON.parse(fs.readFileSync("package.json")).dependencies).filter((name) => !name.includes("-data/")).map((name) => import(name)))';
  const [command = '', ...words] = inside;
  const node = ['node/bin/node', '--input-type=module', '-e', `import fs from "node:fs"; ${importAll}`];
  execFileSync(command, [...words, ...node], {
    env: { PATH: '/usr/sbin:/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // No Node.js of this machine is on the path.
  const env = { PATH: '/usr/sbin:/usr/bin:/bin', HOME: seenAs };
  const started = await start([...inside, `${seenAs}/hangtag/hangtag`, '--no-open'], { env, isForeign });
  const { shares } = await visit(started, { isForeign });
  await started.stop();
  console.log(
    `unpacked and started${isForeign ? ` on a fresh ${debian.name}` : ''}: ready in ${(started.readyMs / 1000).toFixed(1)} s; demo, ${shares} shares${isForeign ? '' : ', a photo'}, stopped${isForeign ? '; a photo takes too long there' : ''}`,
  );
} finally {
  if (isForeign) debian.close();
  else rmSync(folder, { recursive: true, force: true });
}
process.exit();
