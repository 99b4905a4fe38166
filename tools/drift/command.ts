// `npm run hangtag -- drift FILE`: compares a recording of the marketplace with what Hangtag expects.

import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ZodError } from 'zod';
import { type Profile, readProfile } from '../../src/marketplace/profile/profile.ts';
import { Recording } from '../../src/marketplace/recording/recording.ts';
import { StartProblem } from '../../src/server/adapters/start-problem.ts';
import { compareRecording, isCovered, profileFrom, reportText } from './drift.ts';
import { Har, recordingFromHar } from './har.ts';

const largestFile = 128 * 1024 * 1024;
const madeHow =
  'To make one, click Record in the companion, or save a HAR file in your browser’s developer tools (Network).';

type Options = {
  file: string;
  /** Where the profile is, or would be. */
  profileFile: string;
  write: boolean;
  /** Prints JSON instead of a report. */
  json: boolean;
  /** Where to save the redacted recording. */
  save?: string | undefined;
  now: number;
};
/** `code`: 0 if the marketplace talks as Hangtag expects, or will after a restart; else 1. */
type Result = { text: string; code: 0 | 1 };

/** Throws a `StartProblem` if the file can't be used. */
export function drift({ file, profileFile, write, json, save, now }: Options): Result {
  const recording = readRecording(file, now);
  if (save !== undefined) saveOnce(save, `${JSON.stringify(recording, null, 2)}\n`);
  const checks = compareRecording(recording);
  const differing = checks.filter(({ verdict }) => verdict === 'differs').length;
  const notes: string[] = [];
  const isEmpty = checks.every(({ verdict }) => verdict === 'not_seen');
  if (isEmpty) notes.push(`The recording shows none of the requests that Hangtag makes. ${madeHow}`);
  const profile = profileOf(checks, { recording, earlier: earlierProfile(profileFile, notes), now });
  if (write) notes.push(...writeProfile(profileFile, profile, now));
  else if (differing > 0) notes.push('To adjust Hangtag to this marketplace, run the command again with --write.');
  const isHandled = !isEmpty && (differing === 0 || (write && isCovered(checks)));
  return {
    text: json
      ? JSON.stringify(
          { recording: { ...recording, entries: recording.entries.length }, checks, profile, notes },
          null,
          2,
        )
      : [reportText(checks, recording), ...notes].join('\n'),
    code: isHandled ? 0 : 1,
  };
}

function readRecording(file: string, now: number): Recording {
  const given = parse(file);
  if (Har.safeParse(given).success) {
    const made = recordingFromHar(Har.parse(given), { now });
    if ('problem' in made) throw new StartProblem(`Hangtag can't use ${file}.`, `${made.problem} ${madeHow}`);
    return made.recording;
  }
  const format = typeof given === 'object' && given !== null && 'format' in given ? given.format : undefined;
  if (format !== 'hangtag-recording')
    throw new StartProblem(`${file} is neither a HAR file nor a Hangtag recording.`, madeHow);
  const parsed = Recording.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartProblem(
    `${file} is not a recording that this version of Hangtag understands: ${issue?.path.join('.')}: ${issue?.message}.`,
    'Make a new one, or undo the changes that were made to it.',
  );
}

function parse(file: string): unknown {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > largestFile)
      throw new StartProblem(
        `${file} is larger than ${largestFile / 1024 / 1024} MB.`,
        'Record a shorter visit, or filter the requests by vm-rest in the developer tools before you save them.',
      );
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof StartProblem) throw cause;
    throw new StartProblem(`Hangtag can't read ${file}.`, 'Check the path and the file’s permissions.', { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new StartProblem(
      `${file} is not valid JSON${placeIn(text, cause)}.`,
      'Save it again from the developer tools. A download that was cut off looks like this.',
      { cause },
    );
  }
}

/** Line and column, without the text there, which may be secret. */
function placeIn(text: string, cause: unknown): string {
  const position = /position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

function earlierProfile(file: string, notes: string[]): Profile | null {
  if (!existsSync(file)) return null;
  const { profile, mistake } = readProfile(readFileSync(file, 'utf8'));
  if (profile !== undefined) return profile;
  notes.push(`The profile ${file} can't be used (${mistake}), so nothing of it is kept.`);
  return null;
}

function profileOf(...given: Parameters<typeof profileFrom>): Profile {
  try {
    return profileFrom(...given);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const [issue] = error.issues;
    throw new StartProblem(
      `What the recording shows can't be put into a profile: ${issue?.path.join('.')} ${issue?.message}.`,
      'Please report it with the recording that --save writes: Hangtag itself has to change.',
    );
  }
}

/** Replaces the file in one step, and keeps the old one beside it. */
function writeProfile(file: string, profile: Profile, now: number): string[] {
  const isPlain = [profile.switches, profile.calls, profile.shapes].every((part) => Object.keys(part).length === 0);
  const isFirst = !existsSync(file);
  if (isPlain && isFirst) return ['There is no profile to write: the marketplace works as Hangtag expects.'];
  const notes: string[] = [];
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    if (!isFirst) {
      const kept = `${file.replace(/\.json$/, '')}.until-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.json`;
      copyFileSync(file, kept, constants.COPYFILE_EXCL);
      notes.push(`The earlier profile is now ${kept}.`);
    }
    renameSync(draft, file);
  } catch (cause) {
    throw new StartProblem(`Hangtag can't write ${file}.`, 'Make the folder writable for this user.', { cause });
  } finally {
    rmSync(draft, { force: true });
  }
  return [...notes, `Wrote ${file}. Restart Hangtag to use it.`];
}

function saveOnce(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new StartProblem(
      `Hangtag can't write ${file}.`,
      'Choose a name that is not in use, in a folder that you may write to.',
      { cause },
    );
  }
}
