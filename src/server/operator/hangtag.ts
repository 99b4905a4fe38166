// `npm run hangtag -- COMMAND`: the operator's command line.
import { realpathSync } from 'node:fs';
import { counted } from '#domain/text/counted.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { profileFile } from '../config/marketplace-profile.ts';
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
import { type CommandName, readCommandLine } from './command-line.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor/doctor.ts';
import { hold, release, status } from './hold.ts';
import { messages } from './messages.ts';

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

/** Where a command prints its result: the answer, or what is wrong. */
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
    return error instanceof StartProblem && error.isTemporary ? 75 : 78;
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
