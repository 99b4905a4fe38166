// The command `hangtag`: reads what was typed, and runs it. It loads only what that needs, because it stays beside the server it starts.
import { realpathSync } from 'node:fs';
import { version } from '../config/version.ts';
import { dataFolder, Unavailable } from '../launch/command.ts';
import { stopRunning } from '../launch/running.ts';
import { installService, removeService, serviceStatus } from '../launch/service/system-service.ts';
import { portFor, showRunning, start, type Terminal } from '../launch/start.ts';
import { reportFailed } from '../launch/update/program.ts';
import { isLaunching, type Launching, type OptionValues, readCommandLine, type Typed } from './command-line.ts';

/** EX_USAGE of sysexits.h. */
const wrongUsage = 64;

/** Runs one command, and resolves to its exit code; null if this process has become the server. */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number | null> {
  const typed = readCommandLine(words);
  if (typed.kind === 'wrong') {
    terminal.complain(typed.text);
    return wrongUsage;
  }
  if (typed.kind === 'help') {
    terminal.say(typed.text);
    return 0;
  }
  if (isLaunching(typed)) return launch(typed, env, terminal);
  const { operate } = await import('./commands.ts');
  return operate(typed, env, terminal);
}

/** EX_UNAVAILABLE of sysexits.h: it can't be done on this system, or not now. */
const unavailable = 69;
/** EX_CONFIG. */
const wrongConfiguration = 78;

/** For a service manager: becomes the server, in this process. */
async function serve(env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number | null> {
  if (await showRunning({ ...terminal, env, opens: false })) return 0;
  const port = await portFor(env);
  if (port !== null) env.PORT = String(port);
  process.once('exit', (code) => {
    if (code !== 0) reportFailed(dataFolder(env), `It ended with code ${code}.`);
  });
  await import('../main.ts');
  return null;
}

/** A wrong setting is an answer, too. It is loaded only for this, because the command stays beside the server that it starts. */
async function sayPhone(env: NodeJS.ProcessEnv): Promise<string> {
  const [{ describePhone }, { ConfigError }] = await Promise.all([import('./phone.ts'), import('../config/config.ts')]);
  return describePhone(env).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.mistakes.join('\n');
    throw error;
  });
}

async function updateOrCheck(
  { check, yes }: OptionValues,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string> {
  const { checkForUpdate, update } = await import('./update/update.ts');
  if (check === true) return checkForUpdate(env);
  const { isYes } = await import('./plain-text.ts');
  return update({ env, say: terminal.say, agrees: async (question) => yes === true || isYes(question) });
}

/** Resolves to the exit code; null if this process has become the server. */
async function launch(
  { name, argument, values }: Typed<Launching>,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number | null> {
  const services = { install: installService, remove: removeService, status: serviceStatus };
  try {
    switch (name) {
      case 'start':
        if (values.service === true) return await serve(env, terminal);
        if (values.app === true) {
          await (await import('../launch/mac-app.ts')).clickMacApp(env);
          return 0;
        }
        return await start({ ...terminal, env, opens: values['no-open'] !== true });
      case 'open':
        if (await showRunning({ ...terminal, env, opens: true })) return 0;
        throw new Unavailable('Hangtag isn’t running. To start it, run hangtag.');
      case 'stop':
        if (!(await stopRunning(dataFolder(env)))) throw new Unavailable('Hangtag isn’t running.');
        terminal.say('Hangtag has stopped.');
        return 0;
      case 'service':
        terminal.say(await services[argument as keyof typeof services](env));
        return 0;
      case 'phone':
        terminal.say(await sayPhone(env));
        return 0;
      case 'update':
        terminal.say(await updateOrCheck(values, env, terminal));
        return 0;
      case 'version':
        terminal.say(version);
        return 0;
    }
  } catch (error) {
    if (error instanceof Unavailable) {
      terminal.complain(error.message);
      return unavailable;
    }
    const { obstacle } = (await import('../launch/computer/checks.ts')).lookAround({
      dataDir: dataFolder(env),
      databaseUrl: env.DATABASE_URL || undefined,
    });
    if (obstacle === null) throw error;
    terminal.complain(obstacle.message);
    return wrongConfiguration;
  }
}

// Most tests run commands in their own process, because a start takes longer than most commands.
if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  const code = await runCommand(process.argv.slice(2), process.env, { say: console.log, complain: console.error });
  // Open handles must not keep a finished command running.
  if (code !== null) process.exit(code);
}
