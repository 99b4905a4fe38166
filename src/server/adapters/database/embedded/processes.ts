import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/**
 * Names a process so that a reused process id is not taken for it: on Linux the id and the kernel's start time, elsewhere
 * the id alone.
 */
export function processIdentity(pid: number): string {
  const startTime = linuxStat(pid)?.startTime;
  return startTime === undefined ? String(pid) : `${pid}-${startTime}`;
}

/** Whether the process that once had this identity still runs. */
export function identityLives(identity: string): boolean {
  const pid = Number(identity.split('-')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !processLives(pid)) return false;
  return !identity.includes('-') || processIdentity(pid) === identity;
}

/** Whether a process of this id runs. One that has ended and was not collected by its parent does not. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return linuxStat(pid)?.state !== 'Z';
}

/**
 * Whether a living process may be the server of `cluster`, in which every server of it works. True where it cannot be
 * told: the caller then leaves it alone.
 */
export function mayServe(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return true;
  }
}

function linuxStat(pid: number): { state: string; startTime: string } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may hold anything, spaces and parentheses too.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    return state === undefined || startTime === undefined ? undefined : { state, startTime };
  } catch {
    return undefined;
  }
}
