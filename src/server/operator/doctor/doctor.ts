// `npm run hangtag -- doctor`: checks everything that Hangtag needs and explains problems.

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceName } from '#marketplace/profile/profile.ts';
import { checkModel } from '../../adapters/advisor/check-model.ts';
import { lastDamage } from '../../adapters/database/embedded/server.ts';
import { freeBytesOf, fullBytes, lowBytes } from '../../adapters/disk-space.ts';
import type { Log } from '../../adapters/log/log.ts';
import { checkMail } from '../../adapters/mailer/mailer.ts';
import { type App, createApp } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { whyUnusable } from '../../launch/data-folder.ts';
import { hasRealCloset, isSuperuser } from '../store.ts';
import { ageOf, type Finding, findingOf, fine, lineOf, problem, warning } from './finding.ts';
import { lookAtBackups, lookAtBots, lookAtHold, lookAtRefusals, lookAtRole, lookAtStandby } from './installation.ts';

const web = fileURLToPath(new URL('../../../../dist/web/app.html', import.meta.url));

async function lookInside(app: App, config: Config): Promise<Finding[]> {
  const { webKeyFile, botsPaused } = config;
  const hold = await app.hold.read();
  const key = webKeyFile === undefined ? 'secret key' : 'web key';
  return [
    ...lookAtHold(hold, botsPaused),
    ...(await lookAtBots(app.database, { key, isHeld: hold !== null || botsPaused })),
    ...(await lookAtRefusals(app.database)),
    await lookAtBackups(app.database, Date.now()),
    ...lookAtRunner(app.databaseRunsAs),
    ...lookAtRole(await isSuperuser(app.database)),
    ...findKeyFile(config),
  ];
}

/** Opens the app without its services. `isRealClosetLinked`: whether Hangtag sends the marketplace anything. */
async function openAndLook(config: Config, log: Log): Promise<{ findings: Finding[]; isRealClosetLinked: boolean }> {
  try {
    const waiting = await lookAtStandby(config, log);
    if (waiting !== null) return { findings: [waiting], isRealClosetLinked: false };
    const app = await createApp({ ...config, role: 'command', practice: false, practiceUrl: null }, { log });
    try {
      return {
        findings: await lookInside(app, config),
        isRealClosetLinked: await hasRealCloset(app.database),
      };
    } finally {
      await app.close();
    }
  } catch (error) {
    // Without any other program, what waits is what was just asked for.
    const waiting = await lookAtStandby(config, log).catch(() => null);
    const found = waiting ?? problem(error instanceof Error ? error.message : String(error));
    return { findings: [found], isRealClosetLinked: false };
  }
}

/**
 * Checks everything that Hangtag needs and prints one line per finding. Resolves to the exit code: 0, or 1 if there is a
 * problem.
 */
export const doctor = async (config: Config, log: Log): Promise<number> => {
  const { marketplaceUrl, practiceUrl, ai, mail } = config;
  const unusable = whyUnusable(config.dataDir);
  const inside =
    unusable === null ? await openAndLook(config, log) : { findings: [problem(unusable)], isRealClosetLinked: false };
  const findings: Finding[] = [
    fine(`Node ${process.versions.node}`),
    fine('The configuration is valid'),
    lookAtProfile(config, Date.now()),
    ...config.warnings.map(warning),
    existsSync(web)
      ? fine('The web app is built')
      : problem('The web app is not built', 'Run npm start, or npm run build.'),
    ...inside.findings,
    // A full disk may be why the database doesn't start.
    ...lookAtDisk(await freeBytesOf(config.dataDir)),
    ...lookAtLog(config.databaseUrl === undefined ? lastDamage(config.dataDir) : null),
  ];
  if (marketplaceUrl && inside.isRealClosetLinked)
    findings.push(await reaches('The marketplace', marketplaceUrl.origin));
  if (practiceUrl) findings.push(await reaches('The practice marketplace', practiceUrl.origin));
  findings.push(
    ai
      ? findingOf(await checkModel(ai, AbortSignal.timeout(timeoutMs)))
      : fine('No AI model is configured. Hangtag reads photos on its own'),
    mail
      ? findingOf(await checkMail(mail, timeoutMs))
      : fine('Mail is not configured. To create a reset link, run npm run hangtag -- reset-link EMAIL'),
  );
  for (const finding of findings) console.log(lineOf(finding));
  return findings.some(({ level }) => level === 'problem') ? 1 : 0;
};

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
    findings.push(warning('Hangtag runs as root. It works, but an ordinary user is safer: docs/hosting.md says how'));
  return findings;
};

/** Bots, demos, and photos wait when the disk is full. */
export const lookAtDisk = (freeBytes: number): Finding[] => {
  if (!Number.isFinite(freeBytes)) return [];
  const free = `${(freeBytes / 1e9).toFixed(1)} GB of the disk are free`;
  if (freeBytes < fullBytes)
    return [problem(`${free}, so all bots wait`, 'Free some space, or move DATA_DIR to a larger disk.')];
  if (freeBytes < lowBytes) return [warning(`${free}. New demos and photos are turned off. Below 0.3 GB, bots wait`)];
  return [fine(free)];
};

/** Of the embedded database's write-ahead log. */
const lookAtLog = (damagedAt: number | null): Finding[] =>
  damagedAt === null
    ? []
    : [
        warning(
          `After a crash, at ${new Date(damagedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC, the end of the database’s log was damaged. What was stored last before the crash may be missing, also shares that were made. Check the disk, and try your newest backup: npm run hangtag -- try-backup FILE`,
        ),
      ];

/** Where containers get their secrets, which only they can see there. */
const secretsOfContainers = '/run/secrets/';

/** `mode`: of the file that holds the secret key or the web key. */
export const lookAtKeyFile = (file: string, mode: number): Finding[] => {
  const isOpen = (mode & 0o004) !== 0 && process.platform !== 'win32' && !file.startsWith(secretsOfContainers);
  return isOpen ? [warning(`Every user of this machine can read the key in ${file}. Run chmod 600 ${file}`)] : [];
};

const findKeyFile = ({ webKeyFile, secretKey, secretKeyFile, dataDir }: Config): Finding[] => {
  const file = webKeyFile ?? secretKeyFile ?? (secretKey === undefined ? path.join(dataDir, 'secret.key') : undefined);
  const seen = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return file === undefined || seen === undefined ? [] : lookAtKeyFile(file, seen.mode);
};

const timeoutMs = 5_000;

const reaches = async (what: string, origin: string): Promise<Finding> => {
  try {
    const { status } = await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return status < 500
      ? fine(`${what} at ${origin} answers (${status})`)
      : problem(`${what} at ${origin} answers with a server error (${status})`, 'Try again later.');
  } catch {
    return problem(`${what} at ${origin} does not answer`, 'Check the address and your network.');
  }
};

/** Which marketplace profile is in force, how old it is, and what it changes. */
export const lookAtProfile = (
  { real, marketplaceUrl }: Pick<Config, 'real' | 'marketplaceUrl'>,
  now: number,
): Finding => {
  const { inForce } = real;
  if (inForce === null) return fine('No marketplace profile. Hangtag uses its built-in protocol');
  const { profile, file } = inForce;
  const { switches, calls, shapes, marketplace } = profile;
  const parts = [
    ...Object.keys(switches),
    ...Object.keys(calls).map((name) => `call.${name}`),
    ...Object.keys(shapes).map((name) => `shape.${name}`),
  ];
  const age = ageOf(now - Date.parse(profile.madeAt));
  const changes = parts.length === 0 ? 'It changes nothing' : `It changes ${parts.join(', ')}`;
  const what = `The marketplace profile ${file} is in force: made ${age} from a recording of ${sourceName(marketplace)} on ${profile.recordedOn}. ${changes}`;
  const isForeign = marketplace === 'practice' && /(^|\.)poshmark\.com$/.test(marketplaceUrl?.hostname ?? '');
  return isForeign ? problem(what, 'It describes the practice marketplace, not Poshmark. Remove it.') : fine(what);
};
