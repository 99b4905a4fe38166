// The command that runs the practice marketplace as a separate process.

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Profile, readProfile } from '../profile/profile.ts';
import { startStandin } from './server.ts';
import type { LimitSet } from './settings.ts';
import { StandinRefusal } from './state/state-file.ts';
import { demoSeed } from './state/world.ts';

const wrongStart = 78;
const trimMemoryAfterMs = 5_000;

/** Runs the practice marketplace until it gets a signal or its parent process is gone. */
async function run(): Promise<void> {
  const flags = readFlags();
  if (flags['load-only']) return;
  const standin = await startStandin({
    port: wholeNumber('--port', flags.port, 65_535),
    host: flags.host,
    seed: wholeNumber('--seed', flags.seed, 0xffffffff),
    stateFile: flags.state,
    journalLimit: wholeNumber('--journal', flags.journal, 50_000_000),
    controlKey: flags['key-file'] && (await readKey(flags['key-file'])),
    limits: limitSet(flags.limits),
    profile: flags.profile === undefined ? undefined : await profileIn(flags.profile),
  });
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    standin.close().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`The practice marketplace couldn’t save its state: ${error instanceof Error ? error.message : error}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Started with an IPC channel: stop when the parent process is gone, however it ended.
  process.on('disconnect', end);
  if (process.connected === false) end();
  // The reader of stdout may be gone. A broken pipe must not end the process before the state is saved.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // A start leaves garbage that an idle process would keep in memory. The server starts this process with `gc` exposed.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' }),
    trimMemoryAfterMs,
  ).unref();
  process.stdout.write(
    flags.json ? `${JSON.stringify({ standin: standin.origin })}\n` : `Practice marketplace on ${standin.origin}\n`,
  );
}

const text = { type: 'string' } as const;
function readFlags() {
  try {
    return parseArgs({
      options: {
        port: { ...text, default: '4010' },
        host: { ...text, default: '127.0.0.1' },
        state: text,
        seed: { ...text, default: String(demoSeed) },
        limits: { ...text, default: 'demo' },
        profile: text,
        journal: { ...text, default: '200000' },
        'key-file': text,
        json: { type: 'boolean' },
        'load-only': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new StandinRefusal(error instanceof Error ? error.message : 'Can’t read the flags.');
  }
}

const readText = (what: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StandinRefusal(`Can’t read the ${what} ${path}.`, { cause });
  });

/** The control key comes from a file, because other users of the machine can read command lines. */
async function readKey(path: string): Promise<string> {
  const key = (await readText('control key from', path)).trim();
  if (key === '') throw new StandinRefusal(`The control key file ${path} is empty.`);
  return key;
}

/** A marketplace profile, as `hangtag drift --write` makes it. */
async function profileIn(path: string): Promise<Profile> {
  const { profile, mistake } = readProfile(await readText('marketplace profile', path));
  if (profile === undefined) throw new StandinRefusal(`Can’t use the marketplace profile ${path}: ${mistake}.`);
  return profile;
}

function limitSet(given: string): LimitSet {
  if (given === 'demo' || given === 'off') return given;
  throw new StandinRefusal(`--limits must be demo or off, not "${given}".`);
}

function wholeNumber(flag: string, given: string, most: number): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new StandinRefusal(`${flag} must be a whole number from 0 to ${most}, not "${given}".`);
}

const say = (words: string) => process.stderr.write(`${words}\n`);

run().catch((error: unknown) => {
  if (!(error instanceof StandinRefusal)) throw error;
  say(error.message);
  process.exit(wrongStart);
});
