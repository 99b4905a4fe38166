// The operator's commands on backups and on the secret key.
import type { Database } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { migrate } from '../../adapters/database/migrate.ts';
import { openPostgres } from '../../adapters/database/postgres.ts';
import { grantWebRole } from '../../adapters/database/web-role.ts';
import { makeNewFile } from '../../adapters/files.ts';
import type { Log } from '../../adapters/log/log.ts';
import { codeOf, StartProblem } from '../../adapters/start-problem.ts';
import { writeWebKeys } from '../../adapters/vault/key-ring.ts';
import { loadSecretKeys } from '../../adapters/vault/secret-key.ts';
import type { Config } from '../../config/config.ts';
import { recordTrial } from '../../features/operation/operation.ts';
import { type Ask, quiet, withApp } from '../command.ts';
import { readTakenAt } from './backup-file.ts';
import { backupOnRecord, tryBackup } from './backups.ts';
import { forgetCredentials } from './lost-key.ts';
import { restore } from './restore.ts';

/** Needs no database, so it runs wherever the secret key is. */
export async function makeWebKey({ config, argument: file }: Ask): Promise<string> {
  if (config.webKeyFile !== undefined)
    throw new StartProblem('This machine has only a web key.', 'Run web-key where the secret key is.');
  const { keys } = loadSecretKeys(config);
  await makeNewFile(file, (made) => made.writeFile(writeWebKeys(keys))).catch(explainWrite(file));
  return `Saved to ${file}. Move it to the machines of your web processes, and set WEB_KEY_FILE there instead of SECRET_KEY.`;
}

/** Safe to repeat, also after an update. */
export async function makeWebRole({ config, argument: role }: Ask): Promise<string> {
  if (config.databaseUrl === undefined)
    throw new StartProblem(
      'The embedded database is for one machine, where every process can read its passwords.',
      'A role for web processes needs a PostgreSQL of your own: set DATABASE_URL.',
    );
  await withApp(config, ({ database }) => database.transaction((tx) => grantWebRole(tx, role)));
  return `The role ${role} can serve pages. On the machines of your web processes, put its name and password into DATABASE_URL.`;
}

export async function saveBackup({ config, argument: file }: Ask): Promise<string> {
  const given = { password: config.backupPassword };
  const rows = await withApp(config, ({ database }) => backupOnRecord(database, file, given).catch(explainWrite(file)));
  return `${rowsAsLines(rows)}\nSaved to ${file}${config.backupPassword === undefined ? '' : ', encrypted with BACKUP_PASSWORD'}. It does not contain the secret key. Keep the key in a different place (SECRET_KEY, or secret.key in DATA_DIR).`;
}

/** Does not open the whole app, which would claim a new database for the secret key that is here: the backup may need another. */
export async function restoreBackup({ config, argument: file, values }: Ask): Promise<string> {
  const keys = config.webKeyFile === undefined ? loadSecretKeys(config).keys : undefined;
  const isKeyLost = values['without-key'] === true;
  const hasStopped = values.stopped === true;
  const given = { password: config.backupPassword, keys, isKeyLost, hasStopped, now: Date.now() };
  const counts = await withBareDatabase(config, quiet(config), (database) => restore(database, file, given));
  const without = isKeyLost
    ? ' What the lost key protected was left out: sellers sign in with their password, connect their closets again, and turn on notifications and authenticator apps again.'
    : '';
  return `${rowsAsLines(counts)}\nRestored.${without} All bots are stopped. Sellers have to start them again.${hasStopped ? '' : await sinceBackup(file, config.backupPassword)}`;
}

async function sinceBackup(file: string, password: string | undefined): Promise<string> {
  const takenAt = await readTakenAt(file, password);
  return `\nShares that were made after the backup (${takenAt}) are not in it. Hangtag counts as many as each bot can have made since then toward today’s limit. If more than an hour or two passed, most bots can’t start again until their seller’s next day.`;
}

export async function forgetLostCredentials({ config, values }: Ask): Promise<string> {
  if (values.yes !== true)
    throw new StartProblem(
      'This erases every credential, device, and authenticator app that the secret keys here do not open. Only the lost key could read them.',
      'To erase them, run the command again with --yes.',
    );
  const { keys } = loadSecretKeys(config);
  const { closets, devices, apps } = await withBareDatabase(config, quiet(config), (database) =>
    forgetCredentials(database, keys, Date.now()),
  );
  if (closets + devices + apps === 0) return 'The secret keys here open everything that is stored.';
  return `Erased: the credentials of ${counted(closets, 'closet')}, ${counted(devices, 'device')} for notifications, and ${counted(apps, 'authenticator app')}. All bots are stopped. Sellers sign in with their password and connect their closets again.`;
}

export async function tryRestoring({ config, argument: file }: Ask): Promise<string> {
  const keys = config.webKeyFile === undefined ? loadSecretKeys(config).keys : undefined;
  const { rows, takenAt, lostKey } = await tryBackup({ ...config, keys }, file, quiet(config));
  const isOurs = await withApp(config, ({ database }) => recordTrial(database, takenAt));
  const where = isOurs ? ' The operator page shows it.' : '';
  return `${rowsAsLines(rows)}\nThe backup of ${takenAt} can be restored: all rows are there. The test database was deleted.${where}${lostKey === null ? '' : `\nIts credentials need the key ${lostKey}, which is not the one here. Look for that key now.`}`;
}

export const rotateKeys = ({ config }: Ask): Promise<string> =>
  withApp(
    config,
    async (app) =>
      `${counted(await app.rotateKeys(), 'data key')} moved to the first secret key, which now protects everything. You can remove the other keys from the setting. Keep them for the backups that you made before.`,
  );

const rowsAsLines = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([table, count]) => `${String(count).padStart(9)}  ${table}`)
    .join('\n');

/** Says what to do if a file can't be written. Any other error stays as it is. */
const explainWrite =
  (file: string) =>
  (error: unknown): never => {
    const code = codeOf(error);
    if (code === 'EEXIST')
      throw new StartProblem(
        `The file ${file} already exists.`,
        'Choose another name: Hangtag never overwrites a file.',
      );
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS')
      throw new StartProblem(
        `Hangtag can't write ${file} (${code}).`,
        'Choose a folder that exists, and that this user may write to.',
      );
    if (code === 'ENOSPC')
      throw new StartProblem(`The disk is full, so ${file} was not written.`, 'Free some space, and try again.');
    throw error;
  };

async function withBareDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : null;
  try {
    const url = embedded?.url ?? databaseUrl ?? '';
    await migrate({ url, log });
    const database = await openPostgres({ url, max: 2, log });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
