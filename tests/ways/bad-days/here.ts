// What a bad day needs: the unpacked archive as an ordinary user runs it, disks and places of its own, and how a start has to end.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#tests/process.ts';
import { need, start } from '../journey.ts';

// Not below /tmp, because one of the days is a /tmp that runs no programs.
export const folder = mkdtempSync('/var/tmp/hangtag bad days ü ');
export const tree = path.join(folder, 'hangtag');
export const program = path.join(tree, 'hangtag');
/** Two users that every Debian has. */
export const [games, daemon] = [5, 1];

/** A day that can't be made here says why. */
export class NotHere extends Error {}

export const host = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
export const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

export function unpack(archive: string): void {
  chmodSync(folder, 0o755);
  execFileSync('tar', ['-xzf', path.resolve(archive), '-C', folder]);
}

export function cleanUp(): void {
  const mounts = [...readFileSync('/proc/self/mounts', 'utf8').matchAll(/^\S+ (\S+)/gm)].map(([, place = '']) =>
    place.replaceAll('\\040', ' '),
  );
  for (const place of mounts.filter((one) => one.startsWith(folder))) host('umount', place);
  rmSync(folder, { recursive: true, force: true });
}

export const as = (user: number): string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
export const own = (place: string, user = games): string => {
  mkdirSync(place, { recursive: true });
  chownSync(place, user, user);
  return place;
};
/** A folder of the user who starts Hangtag. */
export const newPlace = (name = 'data'): string => {
  const around = mkdtempSync(path.join(folder, 'place '));
  chmodSync(around, 0o755);
  return own(path.join(around, name));
};
export const ofRoot = (): string => {
  const place = newPlace();
  chownSync(place, 0, 0);
  return place;
};
export const newDisk = (options: string): string => {
  const place = newPlace();
  host('mount', '-t', 'tmpfs', '-o', `mode=755,uid=${games},gid=${games},${options}`, 'hangtag', place);
  return place;
};
/** While `work` runs, a disk in memory hides what is in this folder. */
export async function hidden(place: string, options: string, work: () => Promise<void>): Promise<void> {
  host('mount', '-t', 'tmpfs', '-o', options, 'hangtag', place);
  try {
    await work();
  } finally {
    host('umount', place);
  }
}

export type Way = { env: Record<string, string>; before?: readonly string[]; user?: number };
export const on = (place: string): Way => ({ env: { DATA_DIR: place } });
export const environment = ({ env, user = games }: Way): Record<string, string> => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: own(path.join(folder, `home of ${user}`), user),
  PRACTICE: 'false',
  ...env,
});
const words = ({ before = [], user = games }: Way, ...args: string[]): string[] => [
  ...as(user),
  ...before,
  program,
  ...args,
];

/** Runs a command to its end. */
export const run = (way: Way, ...args: string[]) => {
  const [command = '', ...rest] = words(way, ...args);
  const env = { LOG_LEVEL: 'silent', ...environment(way) };
  const { status, stdout, stderr } = spawnSync(command, rest, { cwd: '/', env, encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}`.trim() };
};

export type Started = Awaited<ReturnType<typeof start>>;
/** Those of a day that went wrong are still running. */
const running: Started[] = [];
export const begin = async (way: Way, command = words(way, '--no-open')): Promise<Started> => {
  const started = await start(command, { env: environment(way) });
  running.push(started);
  return started;
};
export const endAll = async (): Promise<void> => {
  for (const started of running.splice(0)) await started.stop().catch(() => {});
};

/** The start ends with this code and one sentence. */
export const refuses = async (way: Way, code: number, sentence: RegExp): Promise<void> => {
  const refused = run({ ...way, env: { PORT: String(await freePort()), ...way.env } }, '--no-open');
  const lines = refused.output.split('\n');
  need(
    refused.code === code && lines.length === 1 && sentence.test(refused.output),
    `The start ended with ${refused.code}: ${refused.output}`,
  );
};
export const diagnoses = (way: Way, level: 'PROBLEM' | 'WARNING', finding: RegExp): void => {
  const { output } = run(way, 'doctor');
  const lines = output.split('\n').filter((line) => line.startsWith(level));
  need(
    lines.some((line) => finding.test(line)),
    `The doctor doesn't find it: ${output}`,
  );
};
/** The start works, and meanwhile the doctor warns of this. */
export const works = async (way: Way, warning: RegExp | null = null): Promise<void> => {
  const started = await begin(way);
  if (warning !== null) diagnoses(way, 'WARNING', warning);
  await started.stop();
};
