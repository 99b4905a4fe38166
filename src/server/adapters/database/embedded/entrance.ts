// Who may connect to the embedded server, and where.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ensureFolder, readIfPlain, replaceFile } from './own-files.ts';
import type { Postmaster } from './postmaster.ts';
import type { Runner } from './runner.ts';

/** Creates the database and the other role. The program uses it for nothing else. */
export const adminRole = 'hangtag';
/** What the program works as. It owns its tables and nothing more. */
export const applicationRole = 'hangtag_app';

const files = { admin: 'password', application: 'app-password' };

/** Creates the password if there is none. Call it only while holding the folder's lock. */
export function passwordOf(home: string, role: keyof typeof files): string {
  const file = join(home, files[role]);
  const known = readIfPlain(file)?.trim();
  if (known !== undefined && /^[0-9a-f]{48}$/.test(known)) return known;
  const made = randomBytes(24).toString('hex');
  replaceFile(file, made, { mode: 0o600, ids: null });
  return made;
}

/**
 * What the server stores of a password. It never gets the password itself. Repeating the hash protects passwords that people
 * choose; this one has 192 random bits, and each connection would pay for it.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the final zero. */
const longestSocketPath = 103;
const socketPort = 5432;
const socketName = `.s.PGSQL.${socketPort}`;

/** Two roles, each with its password, and only from this machine. */
const overSocket = `local all ${adminRole},${applicationRole} scram-sha-256\n`;
const overLoopback = `host all ${adminRole},${applicationRole} 127.0.0.1/32 scram-sha-256\n`;
/** Lets this program's own user in as the admin, to set a password that nobody knows anymore. */
const ownUserFirst = `local all ${adminRole} peer map=hangtag\n${overSocket}`;

/** The settings of a server for its entrance: a socket if its path is short enough, otherwise loopback. */
export async function listenSettings(home: string, runner: Runner, port?: number): Promise<Record<string, string>> {
  const socketFolder = join(home, 'socket');
  const isLocal =
    process.platform !== 'win32' && Buffer.byteLength(join(socketFolder, `${socketName}.lock`)) <= longestSocketPath;
  writeRules(home, runner, isLocal ? overSocket : overLoopback);
  // On Windows the server starts in `home`.
  const seen = (name: string): string => (process.platform === 'win32' ? name : runner.seen(join(home, name)));
  const files = { hba_file: seen('pg_hba.conf'), ident_file: seen('pg_ident.conf') };
  if (!isLocal) {
    const free = await freePort(port);
    return { ...files, unix_socket_directories: '', listen_addresses: '127.0.0.1', port: String(free) };
  }
  ensureFolder(socketFolder, { mode: 0o700, ids: runner.ids });
  // What a killed server left may belong to a former user of the database.
  for (const name of [socketName, `${socketName}.lock`]) rmSync(join(socketFolder, name), { force: true });
  return {
    ...files,
    // PostgreSQL reads this as a list. The quotes make a comma part of the path.
    unix_socket_directories: `"${runner.seen(socketFolder).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    listen_addresses: '',
    port: String(socketPort),
  };
}

/** Whether a server answers on the socket of this folder, whatever this program can see of its process. */
export const answersOnSocket = (home: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(join(home, 'socket', socketName));
    const end = (answers: boolean) => {
      probe.destroy();
      resolve(answers);
    };
    probe.once('connect', () => end(true));
    probe.once('error', () => end(false));
  });

export const listensOnSocket = ({ listenAddress }: Postmaster): boolean => listenAddress === '';

/** The address of a running server. Secret, because it contains a password. */
export function serverUrl(home: string, server: Postmaster, database: string, role: 'admin' | 'application'): string {
  const user = `${role === 'admin' ? adminRole : applicationRole}:${passwordOf(home, role)}`;
  if (!listensOnSocket(server)) return `postgres://${user}@127.0.0.1:${server.port}/${database}`;
  return `postgres://${user}@localhost:${socketPort}/${database}?host=${encodeURIComponent(join(home, 'socket'))}`;
}

/**
 * Whether only the two roles come in. A program that was killed while it set new passwords leaves the entrance open to its own user. A
 * server reads the rules when it starts, and again when it gets SIGHUP.
 */
export const hasOwnRules = (home: string, server: Postmaster): boolean =>
  readIfPlain(join(home, 'pg_hba.conf')) === (listensOnSocket(server) ? overSocket : overLoopback);

/** Writes that only the two roles come in, each with its password. The server has to read it. */
export function closeEntrance(home: string, runner: Runner, server: Postmaster): void {
  writeRules(home, runner, listensOnSocket(server) ? overSocket : overLoopback);
}

/** Only a socket tells the server which user connects, so this is never called on Windows. */
export function openToOwnUser(home: string, runner: Runner, server: Postmaster): void {
  writeRules(home, runner, ownUserFirst);
  process.kill(server.pid, 'SIGHUP');
}

/** Ours, and readable for the server's group. */
function writeRules(home: string, runner: Runner, rules: string): void {
  const readable = { mode: runner.ids ? 0o640 : 0o600, ids: runner.ids && { uid: 0, gid: runner.ids.gid } };
  replaceFile(join(home, 'pg_ident.conf'), `hangtag ${ownName(runner)} ${adminRole}\n`, readable);
  replaceFile(join(home, 'pg_hba.conf'), rules, readable);
}

function ownName({ kind }: Runner): string {
  if (kind === 'namespace') return 'nobody';
  try {
    return `"${userInfo().username.replaceAll('"', '""')}"`;
  } catch {
    // A user without a name can't be admitted by name.
    return 'nobody';
  }
}

/** `wanted` if it is free, otherwise any free port. */
async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number | undefined>((resolve) => {
    probe.on('error', () => resolve(undefined));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      resolve(typeof address === 'object' ? address?.port : undefined);
    });
  });
  if (port === undefined) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
