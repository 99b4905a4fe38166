// The command that runs the practice marketplace as a separate process.

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Profile, readProfile } from '../profile/profile.ts';
import { StandinRefusal, startStandin } from './server.ts';
import type { LimitSet } from './settings.ts';

const wrongStart = 78;
const trimMemoryAfterMs = 5_000;

/** Runs the practice marketplace until it gets a signal or its parent process is gone. */
async function run(): Promise<void> {
  const { values } = readFlags();
  if (values['load-only']) return;
  const standin = await startStandin({
    port: wholeNumber('--port', values.port ?? '4010', 65_535),
    host: values.host ?? '127.0.0.1',
    ...(values.seed === undefined ? {} : { seed: wholeNumber('--seed', values.seed, 0xffffffff) }),
    ...(values.state === undefined ? {} : { stateFile: values.state }),
    ...(values.journal === undefined ? {} : { journalLimit: wholeNumber('--journal', values.journal, 50_000_000) }),
    ...(values['key-file'] === undefined ? {} : { controlKey: await readKey(values['key-file']) }),
    limits: limitSet(values.limits ?? 'demo'),
    ...(values.profile === undefined ? {} : { profile: await profileIn(values.profile) }),
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
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  // A start leaves garbage that an idle process would keep in memory. The server starts this process with `gc` exposed.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' }),
    trimMemoryAfterMs,
  ).unref();
  process.stdout.write(
    values.json ? `${JSON.stringify({ standin: standin.origin })}\n` : `Practice marketplace on ${standin.origin}\n`,
  );
}

function readFlags() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        state: { type: 'string' },
        seed: { type: 'string' },
        limits: { type: 'string' },
        profile: { type: 'string' },
        journal: { type: 'string' },
        'key-file': { type: 'string' },
        json: { type: 'boolean' },
        'load-only': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new StandinRefusal(error instanceof Error ? error.message : 'Can’t read the flags.');
  }
}

/** The control key comes from a file, because other users of the machine can read command lines. */
async function readKey(path: string): Promise<string> {
  const key = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StandinRefusal(`Can’t read the control key from ${path}.`, { cause: error });
  });
  if (key.trim() === '') throw new StandinRefusal(`The control key file ${path} is empty.`);
  return key.trim();
}

/** A marketplace profile, as `hangtag drift --write` makes it. */
async function profileIn(path: string): Promise<Profile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StandinRefusal(`Can’t read the marketplace profile ${path}.`, { cause: error });
  });
  const { profile, mistake } = readProfile(text);
  if (profile === undefined) throw new StandinRefusal(`Can’t use the marketplace profile ${path}: ${mistake}.`);
  return profile;
}

function limitSet(text: string): LimitSet {
  if (text === 'demo' || text === 'off') return text;
  throw new StandinRefusal(`--limits must be demo or off, not "${text}".`);
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > most) {
    throw new StandinRefusal(`${flag} must be a whole number from 0 to ${most}, not "${text}".`);
  }
  return value;
}

const say = (words: string) => process.stderr.write(`${words}\n`);

run().catch((error: unknown) => {
  if (!(error instanceof StandinRefusal)) throw error;
  say(error.message);
  process.exit(wrongStart);
});
