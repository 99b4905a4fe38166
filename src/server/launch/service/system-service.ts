// `hangtag service`: lets the system start Hangtag when its user signs in.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../adapters/files.ts';
import { dataFolder, serverFlags, Unavailable } from '../command.ts';
import { findRunning, stopRunning } from '../running.ts';
import { agentName, launchAgent, type Service, scheduledTask, settingsFile, systemdUnit } from './service-files.ts';

/** How one system does it. Each file may be there while the service is not, and the reverse. */
type System = {
  file(env: NodeJS.ProcessEnv): string;
  text(service: Service, env: NodeJS.ProcessEnv): string | Buffer;
  /** The commands to run after the file is written, and before it is removed. */
  install(file: string): string[][];
  remove(file: string): string[][];
  /** Ends what runs, however it is, and starts it if it doesn't run. */
  stop: string[];
  start: string[];
  /** The commands to run once the file is gone. */
  settle?: string[][];
  /** Succeeds if this system can have services at all. */
  probe: string[];
  without: string;
};

const domain = (): string => `gui/${process.getuid?.() ?? 0}`;

const windowsUser = ({ USERDOMAIN }: NodeJS.ProcessEnv): string =>
  [USERDOMAIN, userInfo().username].filter(Boolean).join('\\');
/** Users of one computer share the names of tasks. */
const taskName = (): string => `Hangtag of ${userInfo().username}`;

const systemd: System = {
  file: (env) => path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'systemd/user/hangtag.service'),
  text: systemdUnit,
  install: () => [
    ['systemctl', '--user', 'daemon-reload'],
    ['systemctl', '--user', 'enable', '--now', 'hangtag.service'],
  ],
  remove: () => [['systemctl', '--user', 'disable', '--now', 'hangtag.service']],
  stop: ['systemctl', '--user', 'stop', 'hangtag.service'],
  start: ['systemctl', '--user', 'start', 'hangtag.service'],
  settle: [['systemctl', '--user', 'daemon-reload']],
  probe: ['systemctl', '--user', 'show-environment'],
  without: 'There is no systemd for your user here, so Hangtag can’t start on its own: start it with hangtag.',
};

const systems: Partial<Record<NodeJS.Platform, System>> = {
  linux: systemd,
  darwin: {
    file: () => path.join(homedir(), `Library/LaunchAgents/${agentName}.plist`),
    text: launchAgent,
    install: (file) => [['launchctl', 'bootstrap', domain(), file]],
    remove: () => [['launchctl', 'bootout', `${domain()}/${agentName}`]],
    stop: ['launchctl', 'kill', 'SIGKILL', `${domain()}/${agentName}`],
    start: ['launchctl', 'kickstart', `${domain()}/${agentName}`],
    probe: ['launchctl', 'print', domain()],
    without: 'Nobody is signed in to this Mac’s desktop, so Hangtag can’t start on its own: start it with hangtag.',
  },
  win32: {
    file: (env) => path.join(dataFolder(env), 'hangtag-task.xml'),
    text: (service, env) => Buffer.from(`\ufeff${scheduledTask(service, windowsUser(env))}`, 'utf16le'),
    install: (file) => [
      ['schtasks', '/Create', '/F', '/TN', taskName(), '/XML', file],
      ['schtasks', '/Run', '/TN', taskName()],
    ],
    remove: () => [['schtasks', '/Delete', '/F', '/TN', taskName()]],
    stop: ['schtasks', '/End', '/TN', taskName()],
    start: ['schtasks', '/Run', '/TN', taskName()],
    probe: ['schtasks', '/Query'],
    without: 'Windows takes no scheduled tasks from you, so Hangtag can’t start on its own: start it with hangtag.',
  },
};

const succeeds = ([program = '', ...args]: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 30_000, windowsHide: true }).status === 0;

/** Throws `Unavailable` if this computer has nothing that starts services. */
function ownSystem(): System {
  const system = systems[process.platform];
  if (system === undefined || !succeeds(system.probe)) throw new Unavailable((system ?? systemd).without);
  return system;
}

const commandFile = fileURLToPath(new URL('../../../../bin/hangtag.mjs', import.meta.url));
/** Updates replace the program that runs, and the installed one stays where it is. */
const installedCommand = ({ HANGTAG_INSTALLED: given }: NodeJS.ProcessEnv): string[] => given?.split('\n') ?? [];

/** Whether npx has fetched the program only for this run. */
export const isTemporary = (program: string): boolean => /[\\/]_npx[\\/]/.test(program);

/** Every setting of Hangtag that is in force now, because a service begins without any. */
async function settingsIn(env: NodeJS.ProcessEnv): Promise<[string, string][]> {
  const { keys } = await import('../../config/config-keys.ts');
  const names = new Set(Object.values(keys).flatMap(({ name }) => [name, `${name}_FILE`]));
  return Object.entries({ ...env, DATA_DIR: dataFolder(env) }).flatMap(([name, value]) =>
    value && (names.has(name) || name.startsWith('MARKETPLACE_')) ? [[name, value]] : [],
  );
}

export async function installService(env: NodeJS.ProcessEnv): Promise<string> {
  const system = ownSystem();
  const file = system.file(env);
  const dataDir = dataFolder(env);
  const [node = process.execPath, program = commandFile] = installedCommand(env);
  if (isTemporary(program))
    throw new Unavailable(
      'npx keeps a package only for a while, so first run npm install --global hangtag-closet, then hangtag service install.',
    );
  const settings = path.join(dataDir, 'service.env');
  makeFolder(dataDir);
  rmSync(settings, { force: true });
  // It may hold passwords.
  writeFileSync(settings, settingsFile(await settingsIn(env)), { mode: 0o600 });
  mkdirSync(path.dirname(file), { recursive: true });
  const command = [node, `--env-file=${settings}`, ...serverFlags, program, 'start', '--service'];
  writeFileSync(file, system.text({ command, dataDir }, env));
  for (const step of system.install(file))
    if (!succeeds(step)) throw new Unavailable(`${step.join(' ')} failed, so Hangtag doesn’t start on its own.`);
  return `Hangtag now starts when you sign in. Its data is in ${dataDir}, and its settings in ${settings}.`;
}

export const startsAtSignIn = (env: NodeJS.ProcessEnv): boolean => existsSync(ownSystem().file(env));

/** Another service manager than ours starts its server again by itself, because that ends with a code for it. */
export function changeService(env: NodeJS.ProcessEnv, to: 'start' | 'stop'): void {
  const system = systems[process.platform];
  if (system !== undefined && existsSync(system.file(env))) succeeds(system[to]);
}

/** Whether the service was installed with a database of its own server. */
export function usesOtherDatabase(env: NodeJS.ProcessEnv): boolean {
  const settings = path.join(dataFolder(env), 'service.env');
  return existsSync(settings) && /^DATABASE_URL(_FILE)?=/m.test(readFileSync(settings, 'utf8'));
}

export async function removeService(env: NodeJS.ProcessEnv): Promise<string> {
  const system = ownSystem();
  const file = system.file(env);
  if (!existsSync(file)) return 'Hangtag doesn’t start on its own. Nothing was changed.';
  // Elsewhere, the system asks the service to end.
  if (process.platform === 'win32') await stopRunning(dataFolder(env));
  for (const step of system.remove(file)) succeeds(step);
  rmSync(file);
  for (const step of system.settle ?? []) succeeds(step);
  return 'Hangtag no longer starts when you sign in. Your data is where it was.';
}

export async function serviceStatus(env: NodeJS.ProcessEnv): Promise<string> {
  const address = await findRunning(dataFolder(env));
  return [
    startsAtSignIn(env)
      ? 'Hangtag starts when you sign in.'
      : 'Hangtag doesn’t start on its own. To change that: hangtag service install',
    address === null ? 'It isn’t running now.' : `It runs at ${address}`,
  ].join('\n');
}
