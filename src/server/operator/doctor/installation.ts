// What the doctor finds out from the database: whether bots run, what holds them, and how old the last backup is.
import type { Database } from '#domain/ports/database.ts';
import { openPostgres } from '../../adapters/database/postgres.ts';
import type { Log } from '../../adapters/log/log.ts';
import type { Config } from '../../config/config.ts';
import { findLastBackup, type HoldRow, waitsForStandby } from '../../features/operation/operation.ts';
import { ageOf, type Finding, fine, plainTime, problem, warning } from '../plain-text.ts';
import { findOpenCircuits, hasAccount, readBotHealth } from '../store.ts';

/** Both kinds of a hold explain why no bot shares. `isPausedBySetting`: by BOTS_PAUSED. */
export const lookAtHold = (hold: Pick<HoldRow, 'at' | 'until'> | null, isPausedBySetting: boolean): Finding[] => {
  const findings: Finding[] = [];
  if (isPausedBySetting)
    findings.push(
      warning(
        'Processes with this configuration hold all bots. Remove BOTS_PAUSED and restart them when bots may share',
      ),
    );
  if (hold !== null)
    findings.push(
      warning(
        `All bots have been on hold since ${plainTime(hold.at)}${hold.until === null ? '' : `, until ${plainTime(hold.until)}`}. To end it, run npm run hangtag -- release`,
      ),
    );
  return findings;
};

/** A marketplace that refuses many sellers explains why no bot of it shares. */
export const lookAtRefusals = async (database: Database): Promise<Finding[]> =>
  (await findOpenCircuits(database)).map(({ practice, heldUntil }) =>
    warning(
      `${practice ? 'The practice marketplace' : 'Poshmark'} refuses many sellers at once. All its bots wait, and one of them tries a share at ${plainTime(heldUntil)}. Look for what they have in common: the address of this server, or a change at the marketplace`,
    ),
  );

const oldBackupMs = 8 * 86_400_000;

export const lookAtBackups = async (database: Database, now: number): Promise<Finding> => {
  const last = await findLastBackup(database);
  if (last === null && !(await hasAccount(database))) return fine('There is no account yet that needs a backup');
  const how = 'Run npm run hangtag -- backup FILE';
  if (last === null) return warning(`No backup has been made yet. ${how}`);
  const what = `The last backup was made ${ageOf(now - last.at)}`;
  return now - last.at < oldBackupMs ? fine(what) : warning(`${what}. ${how}`);
};

/** A bot between two rounds is not overdue, and still nobody will run it. */
export const lookAtWorkers = ({ running, workers }: { running: number; workers: number }): Finding[] =>
  running > 0 && workers === 0
    ? [
        warning(
          'Nothing runs the bots, so none shares. Start Hangtag with npm start, or a worker with ROLE=worker npm start',
        ),
      ]
    : [];

const lookAtOverdue = (overdue: number, isHeld: boolean): Finding => {
  if (overdue === 0) return fine('No bot is late');
  const what = `Bots that are late: ${overdue}`;
  return isHeld
    ? fine(`${what}. They are on hold`)
    : problem(`${what}. Nothing runs them`, 'Start Hangtag with npm start, or a worker with ROLE=worker npm start.');
};

export const lookAtBots = async (
  database: Database,
  { key, isHeld }: { key: 'secret key' | 'web key'; isHeld: boolean },
): Promise<Finding[]> => {
  const seen = await readBotHealth(database);
  const { version, running, needing, workers, overdue, unsettled } = seen;
  return [
    fine(`The database works (PostgreSQL ${version}), its tables are up to date, and the ${key} matches`),
    fine(
      `Bots that run: ${running}. Of them, waiting for their seller: ${needing}. Programs that run bots: ${workers}`,
    ),
    ...lookAtWorkers(seen),
    lookAtOverdue(overdue, isHeld),
    unsettled === 0
      ? fine('No share waits for its outcome')
      : problem(
          `Shares without an outcome for more than five minutes: ${unsettled}`,
          'Start Hangtag. It marks them as not confirmed within a minute.',
        ),
  ];
};

/** A superuser can read the server's files and run its programs. Hangtag needs to own its database and nothing more. */
export const lookAtRole = (isSuperuser: boolean): Finding[] =>
  isSuperuser
    ? [
        warning(
          'The role in DATABASE_URL is a superuser. Use one that only owns its database. To make both: createuser --pwprompt hangtag, then createdb --owner hangtag hangtag',
        ),
      ]
    : [];

/**
 * The finding that explains all others if the database waits for a standby that is away. Asked before anything is stored, because
 * that would wait as well.
 */
export async function lookAtStandby({ databaseUrl: url }: Config, log: Log): Promise<Finding | null> {
  if (url === undefined) return null;
  // If it can't be reached, opening the app says why.
  const database = await openPostgres({ url, max: 1, log }).catch(() => null);
  if (database === null) return null;
  try {
    if (!(await waitsForStandby(database))) return null;
  } finally {
    await database.close();
  }
  return problem(
    'The database stores nothing, because it waits for its standby, which is away. So no bot shares',
    "Start the standby. Or let the database continue alone, and run these on it: alter system set synchronous_standby_names = ''; select pg_reload_conf();",
  );
}
