// What each command of the operator does: on accounts, on the hold, and the others.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Installation } from '#contract/operation/operation.ts';
import { holdReasonLength, isHoldReason, readHoldDuration } from '#domain/bot/hold.ts';
import type { Database } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import type { App } from '../app.ts';
import { type Config, ConfigError, profileFile, readConfig } from '../config/config.ts';
import { listMessages } from '../features/contact/contact.ts';
import type { Holder } from '../features/operation/operation.ts';
import { lookAround } from '../launch/computer/checks.ts';
import type { Terminal } from '../launch/start.ts';
import {
  forgetLostCredentials,
  makeWebKey,
  makeWebRole,
  restoreBackup,
  rotateKeys,
  saveBackup,
  tryRestoring,
} from './backup/commands.ts';
import { type Ask, type Command, quiet, withApp } from './command.ts';
import type { Operating, Typed } from './command-line.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor/doctor.ts';
import { inColumns, isYes, plainLine, plainText, plainTime } from './plain-text.ts';
import { listUsers } from './store.ts';

const commands: Record<Operating, Command> = {
  doctor: ({ config }) => doctor(config, quiet(config)),
  users: ({ config }) => withApp(config, ({ database }) => users(database)),
  messages: ({ config }) => withApp(config, ({ database }) => messages(database)),
  demo: ({ values }) => demo(values.pause),
  'reset-link': makeResetLink,
  'sign-out': signOut,
  'second-factor-off': turnSecondFactorOff,
  'remove-user': removeUser,
  'stop-bots': async ({ config }) => {
    const count = await withApp(config, (app) => app.stopBots());
    return `Stopped ${counted(count, 'bot')}. Sellers have to start them again.`;
  },
  hold: ({ config, values }) => withApp(config, (app) => hold(app, values)),
  release: ({ config }) => withApp(config, release),
  status: ({ config }) => withApp(config, status),
  'rotate-keys': rotateKeys,
  'web-key': makeWebKey,
  'web-role': makeWebRole,
  'forget-credentials': forgetLostCredentials,
  backup: saveBackup,
  restore: restoreBackup,
  'try-backup': tryRestoring,
  drift: compareRecording,
};

/** The comparison is a package of its own, which nothing loads before it is asked for. */
async function compareRecording({ config, argument, values }: Ask): Promise<{ text: string; code: number }> {
  const { drift } = await import('../../../tools/drift/command.ts');
  return drift({
    file: argument,
    profileFile: profileFile(config.marketplaceProfile, config.dataDir),
    write: values.write === true,
    json: values.json === true,
    save: values.save,
    now: Date.now(),
  });
}

/** These leave the data folder as it is. */
const apart: readonly Operating[] = ['doctor', 'demo', 'drift'];

/** Where a start makes no database, a command makes none. One that is there works on, because a full disk can be backed up. */
function refuseNewDatabase(config: Config): void {
  if (config.databaseUrl !== undefined || existsSync(path.join(config.dataDir, 'postgres/cluster'))) return;
  const { obstacle } = lookAround(config);
  if (obstacle !== null) throw obstacle;
}

/** Runs one command, and resolves to its exit code. */
export async function operate(
  { name, argument, values }: Typed<Operating>,
  env: NodeJS.ProcessEnv,
  { say, complain }: Terminal,
): Promise<number> {
  let config: Config | null = null;
  try {
    config = readConfig(env, { ignoreProfile: name === 'drift' });
    if (!apart.includes(name)) refuseNewDatabase(config);
    const result = await commands[name]({ config, argument, values });
    if (typeof result === 'number') return result;
    const { text, code } = typeof result === 'string' ? { text: result, code: 0 } : result;
    say(text);
    return code;
  } catch (thrown) {
    const error = (config && lookAround(config).obstacle) ?? thrown;
    if (error instanceof ConfigError) for (const mistake of error.mistakes) complain(mistake);
    else if (error instanceof Error)
      complain(error instanceof StartProblem ? error.message : `The command failed: ${error.message}`);
    else throw error;
    return error instanceof StartProblem && error.isTemporary ? 75 : 78;
  }
}

export const messages = async (database: Database): Promise<string> => {
  const rows = await listMessages(database, 200);
  if (rows.length === 0) return 'No messages.';
  return rows
    .map(
      (row) =>
        `${plainTime(row.at)}  ${plainLine(row.name)} <${plainLine(row.email)}>\n${plainLine(row.subject)}\n\n${plainText(row.message)}\n`,
    )
    .join('\n----\n');
};

export async function makeResetLink({ config, argument: email }: Ask): Promise<string> {
  const link = await withApp(config, (app) => app.makeResetLink(email));
  if (link === null) throw unknownAccount(email);
  return `${link}\nThe link works once and expires in 10 minutes.`;
}

export function signOut({ config, argument: email }: Ask): Promise<string> {
  return withApp(config, async (app) => {
    if (!(await app.signOut(email))) throw unknownAccount(email);
    return `${email} is signed out everywhere.`;
  });
}

function turnSecondFactorOff({ config, argument: email, values }: Ask): Promise<string> {
  const question = `Turn off the second step for ${email}? Then anyone with the password can sign in. Make sure that the person asking is the seller.`;
  return withApp(config, async (app) => {
    if (!(await app.hasAccount(email))) throw unknownAccount(email);
    if (values.yes !== true && !(await isYes(question)))
      throw new StartProblem('Nothing was changed.', 'To skip the question, run the command again with --yes.');
    return secondFactorOff(app, email);
  });
}

export function removeUser({ config, argument: email, values }: Ask): Promise<string> {
  return withApp(config, async (app) => {
    if (!(await app.hasAccount(email))) throw unknownAccount(email);
    if (values.yes !== true)
      throw new StartProblem(
        `This deletes the account ${email} with its credentials, listings, shares, and activity. Only a backup can bring it back.`,
        'To delete it, run the command again with --yes at the end.',
      );
    await app.removeUser(email);
    return `Deleted ${email} and all its data. Earlier backups still contain them.`;
  });
}

const unknownAccount = (email: string): StartProblem =>
  new StartProblem(
    `There is no account with the email ${email}.`,
    'To list all accounts, run npm run hangtag -- users.',
  );

const secondFactorOff = async (app: App, email: string): Promise<string> => {
  const outcome = await app.removeSecondFactor(email);
  if (outcome === 'unknown') throw unknownAccount(email);
  return outcome === 'none'
    ? `${email} has no second step. Nothing was changed.`
    : `${email} can sign in with the password alone. The seller sees this in their security log.`;
};

/** One line per account: what an operator needs to help a seller, and nothing secret. */
export const users = async (database: Database): Promise<string> => {
  const rows = await listUsers(database);
  const header = ['id', 'email', 'since', 'closet', 'connection', 'bot', 'active listings'];
  const lines = rows.map((row) => [
    row.id,
    plainLine(row.guest ? `${row.email} (guest)` : row.email),
    row.created,
    plainLine(row.closet ?? '-'),
    row.connection ?? '-',
    row.bot,
    String(row.active),
  ]);
  return inColumns([header, ...lines]);
};

/** Throws a `StartProblem` with the mistake. */
export async function hold(
  app: App,
  given: { reason?: string | undefined; for?: string | undefined },
): Promise<string> {
  const forMs = given.for === undefined ? null : readHoldDuration(given.for);
  if (given.for !== undefined && forMs === null)
    throw new StartProblem(
      `--for ${plainLine(given.for)} can’t be used.`,
      'Write a duration like 30m, 2h, or 1d, from 1 minute to 30 days.',
    );
  const reason = given.reason?.trim() ?? null;
  if (reason !== null && !isHoldReason(reason))
    throw new StartProblem(
      'The reason can’t be used.',
      `Write one line of plain text, up to ${holdReasonLength} characters. Sellers see it.`,
    );
  await app.hold.place({ reason, forMs, by: self() });
  const end = forMs === null ? 'until npm run hangtag -- release' : `until ${plainTime(Date.now() + forMs)}`;
  return `All bots are on hold ${end}. Within a few seconds, nothing is shared, offered, repriced, or synced. Sellers see why on their dashboard.`;
}

export async function release(app: App): Promise<string> {
  return (await app.hold.release(self()))
    ? 'Released. Bots continue within a few seconds and do not catch up on missed rounds.'
    : 'There is no hold. Nothing was changed.';
}

export async function status(app: App): Promise<string> {
  const { installation, isPausedBySetting, version } = await app.overview();
  if (installation === null) return `Hangtag ${version}. The database does not answer.`;
  const { load, processes, backup, bots, marketplaces } = installation;
  const alive = processes.filter(({ isAlive }) => isAlive);
  const paused = bots.paused.map(({ reason, bots: count }) => `${reason} ${count}`).join(', ');
  return [
    describeHold(installation.hold, isPausedBySetting),
    ...marketplaces.flatMap(({ kind, heldUntil }) => describeCircuit(kind, heldUntil) ?? []),
    `Processes: ${alive.length === 0 ? 'none' : alive.map(({ role, host }) => `${role} on ${plainLine(host)}`).join(', ')}`,
    `Bots: ${load.running} running, ${load.overdue} overdue. Paused: ${paused === '' ? 'none' : paused}`,
    `Shares: ${load.sharesLastMinute} in the last minute, ${load.sharesLastHour} in the last hour`,
    backup === null
      ? 'Backup: none yet. To make one, run npm run hangtag -- backup FILE'
      : `Backup: ${plainLine(backup.file)}, ${plainTime(Date.parse(backup.at))}, ${backup.isEncrypted ? 'encrypted' : 'not encrypted'}`,
  ].join('\n');
}

function describeHold(present: Installation['hold'], isPausedBySetting: boolean): string {
  if (present === null)
    return isPausedBySetting ? 'Hold: by BOTS_PAUSED. To end it, start every process without it.' : 'Hold: none.';
  const { at, until, reason, via, who } = present;
  const end = until === null ? 'until it is released' : `until ${plainTime(Date.parse(until))}`;
  const by = via === 'page' ? `the operator page at ${plainLine(who)}` : plainLine(who);
  return `Hold: since ${plainTime(Date.parse(at))} by ${by}, ${end}.${reason === null ? '' : ` Reason: ${plainLine(reason)}`}`;
}

/** null while the marketplace accepts shares. */
function describeCircuit(kind: Installation['marketplaces'][number]['kind'], heldUntil: string | null): string | null {
  if (heldUntil === null) return null;
  const name = kind === 'real' ? 'Poshmark' : 'The practice marketplace';
  return `${name} refuses many sellers at once. All its bots wait, and one of them tries a share at ${plainTime(Date.parse(heldUntil))}.`;
}

/** The user of this command, as the system names it. */
function self(): Holder {
  try {
    return { via: 'command', who: userInfo().username.slice(0, 100) };
  } catch {
    return { via: 'command', who: 'a user without a name' };
  }
}
