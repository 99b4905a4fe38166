// `npm run hangtag -- COMMAND`: the operator's command line.
import { realpathSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { createLog } from '../adapters/log/log.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import { loadSecretKeys } from '../adapters/vault/secret-key.ts';
import { writeWebKeys } from '../adapters/vault/web-key.ts';
import { type App, createApp } from '../app.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { profileFile } from '../config/marketplace-profile.ts';
import { recordTrial } from '../features/operation/operation.ts';
import { readTakenAt, restore } from './backup/backup.ts';
import { backupOnRecord, tryBackup } from './backup/backups.ts';
import { withBareDatabase } from './backup/bare-database.ts';
import { forgetCredentials } from './backup/lost-key.ts';
import { type CommandName, type OptionValues, readCommandLine } from './command-line.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { drift } from './drift.ts';
import { hold, release, status } from './hold.ts';
import { messages } from './messages.ts';
import { users } from './users.ts';

const quiet = (config: Config) => createLog({ level: 'error', secrets: config.secrets });

/** Opens the app without its web server, workers, or practice marketplace, runs `work`, and closes it. */
const withApp = async (config: Config, work: (app: App) => Promise<string>): Promise<string> => {
  const app = await createApp(
    { ...config, role: 'command', practice: false, practiceUrl: null },
    { log: quiet(config) },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
};

const rowsInWords = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([table, count]) => `${String(count).padStart(9)}  ${table}`)
    .join('\n');

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const unknownAccount = (email: string): StartProblem =>
  new StartProblem(
    `There is no account with the email ${email}.`,
    'To list all accounts, run npm run hangtag -- users.',
  );

/** Asks in the terminal. Without one, the answer is no. */
const isYes = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
};

const secondFactorOff = async (app: App, email: string): Promise<string> => {
  const outcome = await app.removeSecondFactor(email);
  if (outcome === 'unknown') throw unknownAccount(email);
  return outcome === 'none'
    ? `${email} has no second step. Nothing was changed.`
    : `${email} can sign in with the password alone. The seller sees this in their security log.`;
};

const refuseToOverwrite =
  (file: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new StartProblem(
        `The file ${file} already exists.`,
        'Choose another name: Hangtag never overwrites a file.',
      );
    throw error;
  };

type Ask = { config: Config; argument: string; values: OptionValues };
/** Resolves to the text to print, or to the exit code if it has printed everything itself. */
type Command = (ask: Ask) => Promise<string | number> | string | number;

const commands: Record<CommandName, Command> = {
  doctor: ({ config }) => doctor(config, quiet(config)),
  users: ({ config }) => withApp(config, ({ database }) => users(database)),
  messages: ({ config }) => withApp(config, ({ database }) => messages(database)),
  demo: ({ values }) => demo(values.pause),
  'reset-link': makeResetLink,
  'sign-out': signOut,
  'second-factor-off': turnSecondFactorOff,
  'remove-user': removeUser,
  'stop-bots': async ({ config }) => {
    const count = await withApp(config, async (app) => String(await app.stopBots()));
    return `Stopped ${count === '1' ? '1 bot' : `${count} bots`}. Sellers have to start them again.`;
  },
  hold: ({ config, values }) => withApp(config, (app) => hold(app, values)),
  release: ({ config }) => withApp(config, release),
  status: ({ config }) => withApp(config, status),
  'rotate-keys': ({ config }) =>
    withApp(
      config,
      async (app) =>
        `${counted(await app.rotateKeys(), 'data key')} moved to the first secret key, which now protects everything. You can remove the other keys.`,
    ),
  'web-key': makeWebKey,
  'forget-credentials': forgetLostCredentials,
  backup: saveBackup,
  restore: restoreBackup,
  'try-backup': tryRestoring,
  drift: compareRecording,
};

async function makeResetLink({ config, argument: email }: Ask): Promise<string> {
  const link = await withApp(config, async (app) => (await app.makeResetLink(email)) ?? '');
  if (link === '') throw unknownAccount(email);
  return `${link}\nThe link works once and expires in 10 minutes.`;
}

function signOut({ config, argument: email }: Ask): Promise<string> {
  return withApp(config, async (app) => {
    if (!(await app.signOut(email))) throw unknownAccount(email);
    return `${email} is signed out everywhere.`;
  });
}

async function turnSecondFactorOff({ config, argument: email, values }: Ask): Promise<string> {
  const question = `Turn off the second step for ${email}? Anyone with the password can sign in then. Make sure that the person asking is the seller.`;
  if (values.yes !== true && !(await isYes(question)))
    throw new StartProblem('Nothing was changed.', 'To skip the question, run the command again with --yes.');
  return withApp(config, (app) => secondFactorOff(app, email));
}

function removeUser({ config, argument: email, values }: Ask): Promise<string> {
  if (values.yes !== true)
    throw new StartProblem(
      `This deletes the account ${email} with its credentials, listings, shares, and activity. Only a backup can bring it back.`,
      'To delete it, run the command again with --yes at the end.',
    );
  return withApp(config, async (app) => {
    if (!(await app.removeUser(email))) throw unknownAccount(email);
    return `Deleted ${email} and all its data. Earlier backups still contain them.`;
  });
}

/** Needs no database, so it runs wherever the secret key is. */
function makeWebKey({ config, argument: file }: Ask): string {
  if (config.webKeyFile !== undefined)
    throw new StartProblem('This machine has only a web key.', 'Run web-key where the secret key is.');
  const { keys } = loadSecretKeys(config);
  try {
    writeFileSync(file, writeWebKeys(keys), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    refuseToOverwrite(file)(error);
  }
  return `Saved to ${file}. Move it to the machines of your web processes, and set WEB_KEY_FILE there instead of SECRET_KEY.`;
}

async function saveBackup({ config, argument: file }: Ask): Promise<string> {
  const counts = await withApp(config, async ({ database }) => {
    const given = { password: config.backupPassword };
    const rows = await backupOnRecord(database, file, given).catch(refuseToOverwrite(file));
    return rowsInWords(rows);
  });
  return `${counts}\nSaved to ${file}${config.backupPassword === undefined ? '' : ', encrypted with BACKUP_PASSWORD'}. It does not contain the secret key. Keep the key in a different place (SECRET_KEY, or secret.key in DATA_DIR).`;
}

/** Nothing looks at the secret key before the backup does: the database of a new data folder belongs to no key yet. */
async function restoreBackup({ config, argument: file, values }: Ask): Promise<string> {
  const keys = config.webKeyFile === undefined ? loadSecretKeys(config).keys : undefined;
  const isKeyLost = values['without-key'] === true;
  const hasStopped = values.stopped === true;
  const given = { password: config.backupPassword, keys, isKeyLost, hasStopped, now: Date.now() };
  const counts = await withBareDatabase(config, quiet(config), async (database) =>
    rowsInWords(await restore(database, file, given)),
  );
  const without = isKeyLost ? ' What the lost key protected was left out: sellers connect their closets again.' : '';
  return `${counts}\nRestored.${without} All bots are stopped. Sellers have to start them again.${hasStopped ? '' : await sinceBackup(file, config.backupPassword)}`;
}

async function sinceBackup(file: string, password: string | undefined): Promise<string> {
  const takenAt = await readTakenAt(file, password);
  return `\nShares that were made after the backup (${takenAt}) are not in it. The most that each bot can have made since then counts toward its limit of today, so many bots can start again only on their seller’s next day.`;
}

async function forgetLostCredentials({ config, values }: Ask): Promise<string> {
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

async function tryRestoring({ config, argument: file }: Ask): Promise<string> {
  const keys = config.webKeyFile === undefined ? loadSecretKeys(config).keys : undefined;
  const { rows, takenAt, lostKey } = await tryBackup({ ...config, keys }, file, quiet(config));
  const isOurs = await withApp(config, async ({ database }) => ((await recordTrial(database, takenAt)) ? 'yes' : ''));
  const where = isOurs === '' ? '' : ' The operator page shows it.';
  return `${rowsInWords(rows)}\nThe backup of ${takenAt} can be restored: all rows are there. The test database is deleted again.${where}${lostKey === null ? '' : `\nIts credentials need the key ${lostKey}, which is not the one here. Look for that key now.`}`;
}

function compareRecording({ config, argument, values }: Ask): number {
  const { text, code } = drift({
    file: argument,
    profileFile: profileFile(config.marketplaceProfile, config.dataDir),
    write: values.write === true,
    json: values.json === true,
    save: values.save,
    now: Date.now(),
  });
  console.log(text);
  return code;
}

/** Where a command prints what came of it: its answer, or what is wrong. */
type Terminal = { say(text: string): void; complain(text: string): void };

/** EX_USAGE of sysexits.h. */
const wrongUsage = 64;

const run = async (args: string[], env: NodeJS.ProcessEnv, { say, complain }: Terminal): Promise<number> => {
  const typed = readCommandLine(args);
  if (typed.kind !== 'run') {
    if (typed.kind === 'help') say(typed.text);
    else complain(typed.text);
    return typed.kind === 'help' ? 0 : wrongUsage;
  }
  const { name, argument, values } = typed;
  const config = readConfig(env, { ignoreProfile: name === 'drift' });
  const result = await commands[name]({ config, argument, values });
  if (typeof result === 'number') return result;
  say(result);
  return 0;
};

/** Runs one command, and resolves to its exit code. */
export const runCommand = (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> =>
  run(args, env, terminal).catch((error: unknown) => {
    if (error instanceof ConfigError) for (const mistake of error.mistakes) terminal.complain(mistake);
    else if (error instanceof Error)
      terminal.complain(error instanceof StartProblem ? error.message : `The command failed: ${error.message}`);
    else throw error;
    return 78;
  });

// Most tests run commands in their own process, because a start takes longer than most commands.
if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, {
    say: console.log,
    complain: console.error,
  });
  // Open handles must not keep a finished command running.
  process.exit();
}
