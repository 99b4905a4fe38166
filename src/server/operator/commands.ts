// What each command of the operator does.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import { type Config, ConfigError, profileFile, readConfig } from '../config/config.ts';
import { listMessages } from '../features/contact/contact.ts';
import { lookAround } from '../launch/computer/checks.ts';
import type { Terminal } from '../launch/start.ts';
import { makeResetLink, removeUser, signOut, turnSecondFactorOff, users } from './accounts.ts';
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
import { hold, release, status } from './hold.ts';
import { plainLine, plainText, plainTime } from './plain-text.ts';

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
async function compareRecording({ config, argument, values }: Ask): Promise<number> {
  const { drift } = await import('../../../tools/drift/command.ts');
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
    say(result);
    return 0;
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
