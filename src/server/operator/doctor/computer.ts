// What the doctor finds out about this computer: its clock, its disk, who else uses it, and whether it lets Hangtag through.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Instant } from '#domain/ports/clock.ts';
import { lastDamage } from '../../adapters/database/embedded/server.ts';
import { freeBytesOf, fullBytes, lowBytes } from '../../adapters/disk-space.ts';
import { codeOf } from '../../adapters/start-problem.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { CannotListen } from '../../http/cannot-listen.ts';
import type { Trouble } from '../../launch/computer/checks.ts';
import { findRunning, readNote } from '../../launch/running.ts';
import { isClone } from '../../launch/update/program.ts';
import { type Finding, fine, plainTime, problem, warning } from '../plain-text.ts';

export const findingOfTrouble = ({ level, what, remedy }: Trouble): Finding =>
  level === 'warns' ? warning(`${what}. ${remedy}`) : problem(what, remedy);

/** Asked of an installation that may be broken, so nothing here needs the database. */
export async function lookAtComputer(config: Config): Promise<Finding[]> {
  const { dataDir, databaseUrl, revealResetToken } = config;
  return [
    ...(await lookAtRunning(config)),
    ...lookAtDisk(await freeBytesOf(dataDir), dataDir),
    ...lookAtLog(databaseUrl === undefined ? lastDamage(dataDir) : null),
    ...lookAtOthers(revealResetToken === 'always' ? peopleHere() : []),
  ];
}

async function lookAtRunning({ dataDir, host, port, isPortGiven, role }: Config): Promise<Finding[]> {
  const address = readNote(dataDir)?.address;
  if (address !== undefined)
    return (await findRunning(dataDir)) === null
      ? [
          problem(
            `Hangtag runs, but this computer can’t reach it at ${address}`,
            'Allow Hangtag (node) in your firewall or antivirus, then restart it.',
          ),
        ]
      : [fine(`Hangtag runs at ${address}`)];
  // In a clone, `npm start` takes no other port.
  const taken = role === 'all' && (isPortGiven || isClone) ? await whyNoPort(port, host) : null;
  return [fine('Hangtag isn’t running on this data folder'), ...(taken === null ? [] : [warning(taken)])];
}

const whyNoPort = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(new CannotListen(error, port, host).message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });

/** Bots, demos, and photos wait when the disk is full. */
export const lookAtDisk = (freeBytes: number, dataDir: string): Finding[] => {
  const place = `Your data is in ${path.resolve(dataDir)}`;
  if (!Number.isFinite(freeBytes)) return [fine(place)];
  const free = `${place}, on a disk with ${(freeBytes / 1e9).toFixed(1)} GB free`;
  if (freeBytes < fullBytes)
    return [problem(`${free}, so all bots wait`, 'Free some space, or move DATA_DIR to a larger disk.')];
  if (freeBytes < lowBytes) return [warning(`${free}. New demos and photos are turned off. Below 0.3 GB, bots wait`)];
  return [fine(free)];
};

/** Of the embedded database's write-ahead log. */
const lookAtLog = (damagedAt: Instant | null): Finding[] =>
  damagedAt === null
    ? []
    : [
        warning(
          `After a crash, on ${plainTime(damagedAt)}, the end of the database’s log was damaged. What was stored last before the crash may be missing, also shares that were made. Check the disk, and try your newest backup: npm run hangtag -- try-backup FILE`,
        ),
      ];

/** Each of them can open Hangtag's address, and ask for a new password there. */
export const lookAtOthers = (people: readonly string[]): Finding[] =>
  people.length < 2
    ? []
    : [
        warning(
          `${people.length} people have an account on this computer, and each could set a new password in your Hangtag. To keep that to yourself, set REVEAL_RESET_TOKEN=link`,
        ),
      ];

/** Names of those who can sign in to this Linux. */
export const peopleHere = (passwd = readIfThere('/etc/passwd')): string[] =>
  passwd.split('\n').flatMap((line) => {
    const [name = '', , uid, , , , shell = ''] = line.split(':');
    const isPerson = Number(uid) >= 1_000 && Number(uid) < 60_000 && !/(nologin|false)$/.test(shell);
    return isPerson ? [name] : [];
  });

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * The users that Hangtag and the embedded database run as. If they are the same user, the database can read what the program
 * can.
 */
export const lookAtRunner = (runsAs: App['databaseRunsAs'], isRoot = process.getuid?.() === 0): Finding[] => {
  const findings: Finding[] = [];
  if (runsAs !== null) {
    const { kind, uid } = runsAs;
    const own = kind === 'mounted' ? 'a user of its own, in its own view of the folder' : 'a user of its own';
    findings.push(
      fine(
        kind === 'apart' || kind === 'mounted'
          ? `The database runs as ${own} (${uid}). It can change nothing outside its own files`
          : `The database runs as the user that runs Hangtag${uid === null ? '' : ` (${uid})`}`,
      ),
    );
  }
  if (isRoot)
    findings.push(
      warning(
        'Hangtag runs as root. It works, but start it as an ordinary user, which is safer. The data folder has to belong to that user',
      ),
    );
  return findings;
};

/** Where containers get their secrets, which only they can see there. */
const secretsOfContainers = '/run/secrets/';

/** `mode`: of the file that holds the secret key or the web key. */
export const lookAtKeyFile = (file: string, mode: number): Finding[] => {
  const isOpen = (mode & 0o004) !== 0 && process.platform !== 'win32' && !file.startsWith(secretsOfContainers);
  return isOpen ? [warning(`Every user of this machine can read the key in ${file}. Run chmod 600 ${file}`)] : [];
};

export const findKeyFile = ({ webKeyFile, secretKey, secretKeyFile, dataDir }: Config): Finding[] => {
  const file = webKeyFile ?? secretKeyFile ?? (secretKey === undefined ? path.join(dataDir, 'secret.key') : undefined);
  const seen = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return file === undefined || seen === undefined ? [] : lookAtKeyFile(file, seen.mode);
};

const setClock = 'Let this computer set its date and time from the internet, then restart Hangtag.';
const wrongByMs = 5 * 60_000;

/** `then`: what another clock says now, or that it said some time ago (`isPast`). `by`: whose clock that is. */
export const lookAtClock = (
  then: Instant | null,
  { now, by, isPast = false }: { now: Instant; by: string; isPast?: boolean },
): Finding[] =>
  then !== null && (then - now > wrongByMs || (!isPast && now - then > wrongByMs))
    ? [
        problem(
          `This computer’s clock is wrong: it says ${plainTime(now)}, and ${by} says ${plainTime(then)}`,
          setClock,
        ),
      ]
    : [];

export const timeoutMs = 5_000;
const expiredCertificate = /^CERT_(NOT_YET_VALID|HAS_EXPIRED)$/;

/** Whether a server answers, and whether its clock says the same. */
export const reaches = async (what: string, origin: string, now = Date.now): Promise<Finding[]> => {
  const there = `${what} at ${origin}`;
  try {
    const { status, headers } = await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const date = Date.parse(headers.get('date') ?? '');
    return [
      status < 500
        ? fine(`${there} answers (${status})`)
        : problem(`${there} answers with a server error (${status})`, 'Try again later.'),
      ...lookAtClock(Number.isNaN(date) ? null : date, { now: now(), by: what }),
    ];
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = codeOf(cause);
    return [
      expiredCertificate.test(code)
        ? problem(`${there} can’t prove who it is today. This computer’s clock says ${plainTime(now())}`, setClock)
        : problem(`${there} does not answer`, 'Check the address and your network.'),
    ];
  }
};
