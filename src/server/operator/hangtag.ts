// The operator command line: parses arguments and runs one command.

import { parseArgs } from 'node:util';
import { createLog } from '../adapters/log/log.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import { type App, createApp } from '../app.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { backup, restore } from './backup.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { messages } from './messages.ts';
import { users } from './users.ts';

const help = `npm run hangtag -- COMMAND

  doctor             looks at everything this installation needs and says what is wrong
  users              one line a user
  reset-link EMAIL   a link with which the owner of this address sets a new password
  sign-out EMAIL     ends every session of this account
  remove-user EMAIL  erases this account with all that belongs to it; asks for --yes
  stop-bots          stops every bot before its next share; their sellers start them again
  rotate-keys        wraps all stored credentials with the first of SECRET_KEY
  backup FILE        writes everything but the key to one file
  restore FILE       fills an empty database from it; bots come back stopped
  messages           what came by the contact form
  demo [--pause MS]  one share round on the practice marketplace, in this terminal`;

const quiet = (config: Config) => createLog({ level: 'error', secrets: config.secrets });

/** Runs an operator command with an app that has no practice marketplace and no worker. */
const withApp = async (config: Config, work: (app: App) => Promise<string>): Promise<string> => {
  const app = await createApp({ ...config, role: 'web', practice: false, practiceUrl: null }, { log: quiet(config) });
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

const needed = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '')
    throw new StartProblem(`${what} is missing.`, 'See npm run hangtag -- help.');
  return value;
};

const unknownAccount = (email: string): StartProblem =>
  new StartProblem(`There is no account with the address ${email}.`, 'npm run hangtag -- users lists them.');

const run = async (): Promise<number> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { pause: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command = 'help', argument] = values.help ? [] : positionals;
  const config = readConfig(process.env);
  const say = (text: string): number => {
    console.log(text);
    return 0;
  };
  switch (command) {
    case 'doctor':
      return doctor(config, quiet(config));
    case 'users':
      return say(await withApp(config, ({ database }) => users(database)));
    case 'messages':
      return say(await withApp(config, ({ database }) => messages(database)));
    case 'reset-link': {
      const email = needed(argument, 'The e-mail address');
      const link = await withApp(config, async (app) => (await app.makeResetLink(email)) ?? '');
      if (link === '') throw unknownAccount(email);
      return say(`${link}\nIt works once and for 10 minutes.`);
    }
    case 'sign-out': {
      const email = needed(argument, 'The e-mail address');
      return say(
        await withApp(config, async (app) => {
          if (!(await app.signOut(email))) throw unknownAccount(email);
          return `${email} is signed out everywhere.`;
        }),
      );
    }
    case 'remove-user': {
      const email = needed(argument, 'The e-mail address');
      if (values.yes !== true)
        throw new StartProblem(
          `This erases the account ${email}: its closet's credentials, listings, shares and activity. Nothing brings it back but a backup.`,
          'Say it again with --yes at the end.',
        );
      return say(
        await withApp(config, async (app) => {
          if (!(await app.removeUser(email))) throw unknownAccount(email);
          return `${email} is gone, with all that belonged to it. Backups made before still hold it.`;
        }),
      );
    }
    case 'stop-bots': {
      const count = await withApp(config, async (app) => String(await app.stopBots()));
      return say(`${count === '1' ? '1 bot' : `${count} bots`} stopped. Their sellers start them again.`);
    }
    case 'rotate-keys':
      return say(
        await withApp(
          config,
          async (app) => `${await app.rotateKeys()} data keys wrapped with the first key. The others may go.`,
        ),
      );
    case 'backup': {
      const file = needed(argument, 'The file to write');
      const counts = await withApp(config, async ({ database }) => rowsInWords(await backup(database, file)));
      return say(
        `${counts}\nWritten to ${file}. The key is not in it: keep that apart (SECRET_KEY, or secret.key in DATA_DIR).`,
      );
    }
    case 'restore': {
      const file = needed(argument, 'The file to read');
      const counts = await withApp(config, async ({ database }) => rowsInWords(await restore(database, file)));
      return say(`${counts}\nRestored. Bots are stopped: their sellers start them again.`);
    }
    case 'demo':
      return demo(values.pause);
    case 'help':
      return say(help);
    default:
      console.error(`There is no command "${command}".\n\n${help}`);
      return 64;
  }
};

process.exitCode = await run().catch((error: unknown) => {
  if (error instanceof ConfigError) for (const mistake of error.mistakes) console.error(mistake);
  else if (error instanceof Error)
    console.error(error instanceof StartProblem ? error.message : `That failed: ${error.message}`);
  else throw error;
  return 78;
});
// Exit even if something still keeps the event loop alive.
process.exit();
