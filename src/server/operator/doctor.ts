// `npm run hangtag -- doctor`: checks everything that Hangtag needs and explains problems.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '#domain/ports/database.ts';
import { sourceName } from '#marketplace/drift/report.ts';
import { checkModel } from '../adapters/advisor/check-model.ts';
import { openPostgres } from '../adapters/database/postgres.ts';
import { freeBytesOf, fullBytes, lowBytes } from '../adapters/disk-space.ts';
import type { Log } from '../adapters/log/log.ts';
import { checkMail } from '../adapters/mailer/smtp.ts';
import { type App, createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { findLastBackup, type HoldRow, waitsForStandby } from '../features/operation/operation.ts';
import { plainTime } from './plain-text.ts';
import { findOpenCircuits, hasAccount, hasRealCloset, isSuperuser, readBotHealth } from './store.ts';

/** `warns`: it works, but the operator should know. */
type Finding = { ok: boolean; warns?: true; what: string; remedy?: string };

const web = fileURLToPath(new URL('../../../dist/web/app.html', import.meta.url));
const timeoutMs = 5_000;

const reaches = async (what: string, origin: string): Promise<Finding> => {
  try {
    const answer = await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const isUp = answer.status < 500;
    return {
      ok: isUp,
      what: `${what} at ${origin} ${isUp ? 'answers' : 'answers with a server error'} (${answer.status})`,
      remedy: 'Try again later.',
    };
  } catch {
    return { ok: false, what: `${what} at ${origin} does not answer`, remedy: 'Check the address and your network.' };
  }
};

const dayMs = 86_400_000;
const ageOf = (days: number): string => (days < 1 ? 'today' : days < 2 ? 'yesterday' : `${Math.floor(days)} days ago`);

/** Which marketplace profile is in force, how old it is, and what it changes. */
export const lookAtProfile = (
  { real, marketplaceUrl }: Pick<Config, 'real' | 'marketplaceUrl'>,
  now: number,
): Finding => {
  const { inForce } = real;
  if (inForce === null) return { ok: true, what: 'No marketplace profile. Hangtag uses its built-in protocol' };
  const { profile, file } = inForce;
  const { switches, calls, shapes, marketplace } = profile;
  const parts = [
    ...Object.keys(switches),
    ...Object.keys(calls).map((name) => `call.${name}`),
    ...Object.keys(shapes).map((name) => `shape.${name}`),
  ];
  const age = ageOf((now - Date.parse(profile.madeAt)) / dayMs);
  const changes = parts.length === 0 ? 'It changes nothing' : `It changes ${parts.join(', ')}`;
  const isForeign = marketplace === 'practice' && /(^|\.)poshmark\.com$/.test(marketplaceUrl?.hostname ?? '');
  return {
    ok: !isForeign,
    what: `The marketplace profile ${file} is in force: made ${age} from a recording of ${sourceName(marketplace)} on ${profile.recordedOn}. ${changes}`,
    remedy: 'It describes the practice marketplace, not Poshmark. Remove it.',
  };
};

/** Both kinds of a hold explain why no bot shares. `isPausedBySetting`: by BOTS_PAUSED. */
export const lookAtHold = (hold: Pick<HoldRow, 'at' | 'until'> | null, isPausedBySetting: boolean): Finding[] => {
  const findings: Finding[] = [];
  if (isPausedBySetting)
    findings.push({
      ok: true,
      warns: true,
      what: 'Processes with this configuration hold all bots. Remove BOTS_PAUSED and restart them when bots may share',
    });
  if (hold !== null)
    findings.push({
      ok: true,
      warns: true,
      what: `All bots have been on hold since ${plainTime(hold.at)}${hold.until === null ? '' : `, until ${plainTime(hold.until)}`}. To end it, run npm run hangtag -- release`,
    });
  return findings;
};

/** A marketplace that refuses many sellers explains why no bot of it shares. */
const lookAtRefusals = async (database: Database): Promise<Finding[]> =>
  (await findOpenCircuits(database)).map(({ practice, heldUntil }) => ({
    ok: true,
    warns: true,
    what: `${practice ? 'The practice marketplace' : 'Poshmark'} refuses many sellers at once. All its bots wait, and one of them tries a share at ${plainTime(heldUntil)}. Look for what they have in common: the address of this server, or a change at the marketplace`,
  }));

const oldBackupDays = 8;

const lookAtBackups = async (database: Database, now: number): Promise<Finding> => {
  const last = await findLastBackup(database);
  if (last === null && !(await hasAccount(database)))
    return { ok: true, what: 'There is no account yet that needs a backup' };
  const how = 'Run npm run hangtag -- backup FILE';
  if (last === null) return { ok: true, warns: true, what: `No backup has been made yet. ${how}` };
  const days = (now - last.at) / dayMs;
  return days < oldBackupDays
    ? { ok: true, what: `The last backup was made ${ageOf(days)}` }
    : { ok: true, warns: true, what: `The last backup was made ${ageOf(days)}. ${how}` };
};

/** A bot between two rounds is not overdue, and still nobody will run it. */
export const lookAtWorkers = ({ running, workers }: { running: number; workers: number }): Finding[] =>
  running > 0 && workers === 0
    ? [
        {
          ok: true,
          warns: true,
          what: 'No worker is running, so no bot shares. Start one with npm start, or with ROLE=worker npm start',
        },
      ]
    : [];

const lookAtDatabase = async (
  database: Database,
  { key, isHeld }: { key: 'secret key' | 'web key'; isHeld: boolean },
): Promise<Finding[]> => {
  const seen = await readBotHealth(database);
  if (seen === null) return [];
  return [
    { ok: true, what: `PostgreSQL ${seen.version} is running, its schema is up to date, and the ${key} matches` },
    {
      ok: true,
      what: `Running bots: ${seen.running}, of which ${seen.needing} need their seller. Workers: ${seen.workers}`,
    },
    ...lookAtWorkers(seen),
    {
      ok: seen.overdue === 0 || isHeld,
      what:
        seen.overdue === 0
          ? 'No bot is overdue'
          : `Overdue bots: ${seen.overdue}. ${isHeld ? 'They are on hold' : 'No worker runs them'}`,
      remedy: 'Start a worker with npm start, or with ROLE=worker npm start.',
    },
    {
      ok: seen.unsettled === 0,
      what:
        seen.unsettled === 0
          ? 'No share is without an outcome'
          : `Shares without an outcome for more than five minutes: ${seen.unsettled}`,
      remedy: 'Start a worker. It marks them as not confirmed within a minute.',
    },
  ];
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
    findings.push({
      ok: true,
      what:
        kind === 'apart' || kind === 'mounted'
          ? `The database runs as ${own} (${uid}). It can change nothing outside its own files`
          : `The database runs as the user that runs Hangtag${uid === null ? '' : ` (${uid})`}`,
    });
  }
  if (runsAs?.tookOver) {
    findings.push({
      ok: true,
      warns: true,
      what: 'The database folder came from an earlier version. Any program of the user nobody could change it. Hangtag has taken it over and set new passwords',
    });
  }
  if (isRoot) {
    findings.push({
      ok: true,
      warns: true,
      what: 'Hangtag runs as root. It works, but an ordinary user is safer: docs/hosting.md says how',
    });
  }
  return findings;
};

/** Bots, demos, and photos wait when the disk is full. */
export const lookAtDisk = (freeBytes: number): Finding[] => {
  if (!Number.isFinite(freeBytes)) return [];
  const free = `${(freeBytes / 1e9).toFixed(1)} GB of the disk are free`;
  if (freeBytes < fullBytes)
    return [
      { ok: false, what: `${free}, so all bots wait`, remedy: 'Free some space, or move DATA_DIR to a larger disk.' },
    ];
  if (freeBytes < lowBytes)
    return [{ ok: true, warns: true, what: `${free}. New demos and photos are turned off. Below 0.3 GB, bots wait` }];
  return [{ ok: true, what: free }];
};

/** Where containers get their secrets, which only they can see there. */
const secretsOfContainers = '/run/secrets/';

/** `mode`: of the file that holds the secret key or the web key. */
export const lookAtKeyFile = (file: string, mode: number): Finding[] => {
  const isOpen = (mode & 0o004) !== 0 && process.platform !== 'win32' && !file.startsWith(secretsOfContainers);
  return isOpen
    ? [{ ok: true, warns: true, what: `Every user of this machine can read the key in ${file}. Run chmod 600 ${file}` }]
    : [];
};

/** A superuser can read the server's files and run its programs. Hangtag needs to own its database and nothing more. */
export const lookAtRole = (isSuperuser: boolean): Finding[] =>
  isSuperuser
    ? [
        {
          ok: true,
          warns: true,
          what: 'The role in DATABASE_URL is a superuser. Use one that only owns its database: docs/hosting.md says how',
        },
      ]
    : [];

const findKeyFile = ({ webKeyFile, secretKey, secretKeyFile, dataDir }: Config): Finding[] => {
  const file = webKeyFile ?? secretKeyFile ?? (secretKey === undefined ? path.join(dataDir, 'secret.key') : undefined);
  const seen = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return file === undefined || seen === undefined ? [] : lookAtKeyFile(file, seen.mode);
};

async function lookInside(app: App, config: Config): Promise<Finding[]> {
  const { webKeyFile, botsPaused } = config;
  const hold = await app.hold.read();
  const key = webKeyFile === undefined ? 'secret key' : 'web key';
  return [
    ...lookAtHold(hold, botsPaused),
    ...(await lookAtDatabase(app.database, { key, isHeld: hold !== null || botsPaused })),
    ...(await lookAtRefusals(app.database)),
    await lookAtBackups(app.database, Date.now()),
    ...lookAtRunner(app.databaseRunsAs),
    ...lookAtRole(await isSuperuser(app.database)),
    ...lookAtDisk(await freeBytesOf(config.dataDir)),
    ...findKeyFile(config),
  ];
}

/**
 * The finding that explains all others if the database waits for a standby that is away. Asked before anything is stored, because
 * that would wait as well.
 */
async function lookAtStandby({ databaseUrl: url }: Config, log: Log): Promise<Finding | null> {
  if (url === undefined) return null;
  // If it can't be reached, opening the app says why.
  const database = await openPostgres({ url, max: 1, log }).catch(() => null);
  if (database === null) return null;
  try {
    if (!(await waitsForStandby(database))) return null;
  } finally {
    await database.close();
  }
  return {
    ok: false,
    what: 'The database stores nothing, because it waits for its standby, which is away. So no bot shares',
    remedy:
      "Start the standby. Or let the database continue alone, and run these on it: alter system set synchronous_standby_names = ''; select pg_reload_conf();",
  };
}

/**
 * Checks everything that Hangtag needs and prints one line per finding. Resolves to the exit code: 0, or 1 if there is a
 * problem.
 */
export const doctor = async (config: Config, log: Log): Promise<number> => {
  const isBuilt = existsSync(web);
  const findings: Finding[] = [
    { ok: true, what: `Node ${process.versions.node}` },
    { ok: true, what: 'The configuration is valid' },
    lookAtProfile(config, Date.now()),
    ...config.warnings.map((what): Finding => ({ ok: true, warns: true, what })),
    {
      ok: isBuilt,
      what: isBuilt ? 'The web app is built' : 'The web app is not built',
      remedy: 'Run npm start, or npm run build.',
    },
  ];
  let isRealClosetLinked = false;
  const look = async (): Promise<Finding[]> => {
    const app = await createApp({ ...config, role: 'command', practice: false, practiceUrl: null }, { log });
    try {
      const found = await lookInside(app, config);
      isRealClosetLinked = await hasRealCloset(app.database);
      return found;
    } finally {
      await app.close();
    }
  };
  try {
    const waiting = await lookAtStandby(config, log);
    findings.push(...(waiting === null ? await look() : [waiting]));
  } catch (error) {
    // Without any other program, what waits is what was just asked for.
    const waiting = await lookAtStandby(config, log).catch(() => null);
    findings.push(waiting ?? { ok: false, what: error instanceof Error ? error.message : String(error) });
  }
  // Hangtag sends the marketplace nothing before a seller links a closet.
  if (config.marketplaceUrl && isRealClosetLinked)
    findings.push(await reaches('The marketplace', config.marketplaceUrl.origin));
  if (config.practiceUrl) findings.push(await reaches('The practice marketplace', config.practiceUrl.origin));
  findings.push(
    config.ai
      ? await checkModel(config.ai, AbortSignal.timeout(timeoutMs))
      : { ok: true, what: 'No AI model is configured. Hangtag reads photos on its own' },
    config.mail
      ? await checkMail(config.mail, timeoutMs)
      : { ok: true, what: 'Mail is not configured. To create a reset link, run npm run hangtag -- reset-link EMAIL' },
  );
  for (const { ok, warns, what, remedy } of findings)
    console.log(`${ok ? (warns ? 'WARNING' : 'ok     ') : 'PROBLEM'}  ${what}${!ok && remedy ? `. ${remedy}` : ''}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
};
