// Identifies processes, so that a reused process id is not mistaken for another program.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../start-problem.ts';

/**
 * An identity that a reused process id does not match. On Linux it is the id with the kernel's start time, elsewhere only the id.
 */
export function processIdentity(pid: number): string {
  const startTime = linuxStat(pid)?.startTime;
  return startTime === undefined ? String(pid) : `${pid}-${startTime}`;
}

/** Whether the process with this identity is still running. */
export function identityLives(identity: string): boolean {
  const pid = pidOf(identity);
  if (!Number.isInteger(pid) || pid <= 0 || !processLives(pid)) return false;
  const present = processIdentity(pid);
  // The system may hide when another user's process started. Then it may be the same one.
  return !identity.includes('-') || !present.includes('-') || present === identity;
}

export const pidOf = (identity: string): number => Number(identity.split('-')[0]);

/** Whether a process with this id is running. A zombie, which has ended but was not collected by its parent, is not. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  return linuxStat(pid)?.state !== 'Z';
}

/**
 * Whether a process may be the server of `cluster`; PostgreSQL's servers work in the cluster's folder. Returns true if this
 * can't be determined, so that the caller leaves the process alone.
 */
export function mayServe(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return isSameFolder(`/proc/${pid}/cwd`, cluster);
    if (process.platform === 'win32') {
      const filter = ['/NH', '/FO', 'CSV', '/FI', `PID eq ${pid}`];
      const [, name] =
        /^"([^"]+)"/m.exec(execFileSync('tasklist', filter, { encoding: 'utf8', windowsHide: true })) ?? [];
      return name === undefined || name.startsWith('postgres');
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return true;
  }
}

/** The processor time that a process has used so far, in the kernel's own unit; null if the system doesn't say. */
export const processorTime = (pid: number): number | null => linuxStat(pid)?.processorTime ?? null;

export const canLookForServers = process.platform === 'linux';

/** Whether any process of PostgreSQL works in the folder of `cluster`, also one that has not written its `postmaster.pid` yet. */
export const isServed = (cluster: string): boolean =>
  canLookForServers && readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && isServer(pid, cluster));

function isServer(pid: string, cluster: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') && isSameFolder(`/proc/${pid}/cwd`, cluster)
    );
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

/** By device and number, because a server in a mount namespace sees the same folder at another path. */
function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [statSync(one), statSync(other)];
  return first.dev === second.dev && first.ino === second.ino;
}

function linuxStat(pid: number): { state: string; startTime: string; processorTime: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in parentheses and may itself contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    if (state === undefined || startTime === undefined) return undefined;
    return { state, startTime, processorTime: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

/**
 * For a database that other machines may use, too. A process is named by its host as well: by the machine's start, and by the
 * namespace in which process ids are counted, which differs between containers. A process of another host counts as living,
 * because nothing is known about it. Without Linux's `/proc` there is no such name, and the result is undefined.
 */
export function localProcesses() {
  const place = placeOfThisHost();
  if (place === null) return undefined;
  return {
    self: `${place}/${processIdentity(process.pid)}`,
    lives: (identity: string) => !identity.startsWith(`${place}/`) || identityLives(identity.slice(place.length + 1)),
  };
}

function placeOfThisHost(): string | null {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
    return namespace === undefined ? null : `${hostname()}/${start}/${namespace}`;
  } catch {
    return null;
  }
}
