// Reads processor time and memory of processes from /proc.

import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Linux counts processor time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/** Seconds of processor time of a process since it started. For PostgreSQL it includes all child processes. */
export function cpuSeconds(pid: number): number {
  const { own, reaped } = ticksOf(pid);
  const living = childrenOf(pid).reduce((sum, child) => sum + ticksOf(child).own, 0);
  return (own + reaped + living) / ticksPerSecond;
}

/** Resident memory in MB. RSS counts shared memory once per process, and PSS divides it among the processes. */
export function memoryMb(pid: number): { rss: number; pss: number } {
  const each = [pid, ...childrenOf(pid)].map((one) => {
    const rollup = read(`/proc/${one}/smaps_rollup`);
    return { rss: field(rollup, 'Rss'), pss: field(rollup, 'Pss') };
  });
  return { rss: sum(each.map(({ rss }) => rss)) / 1024, pss: sum(each.map(({ pss }) => pss)) / 1024 };
}

/** The memory of one process in MB, its part of shared memory included (PSS). */
export const pssMb = (pid: number): number => field(read(`/proc/${pid}/smaps_rollup`), 'Pss') / 1024;

/** The peak of resident memory, in MB. */
export const peakMb = (pid: number): number => field(read(`/proc/${pid}/status`), 'VmHWM') / 1024;
export const residentMb = (pid: number): number => field(read(`/proc/${pid}/status`), 'VmRSS') / 1024;

/** Seconds of processor time that all processes of the machine have used so far, including time stolen by the host. */
export function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = read('/proc/stat')
    .split('\n', 1)
    .join('')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) / ticksPerSecond;
}

/** One line about this machine, because numbers from another machine can't be compared. */
export function machine(): string {
  const all = cpus();
  const gb = Math.round(totalmem() / 2 ** 30);
  return `${all.length} cores (${all[0]?.model.trim() ?? 'unknown'}), ${gb} GB, Node ${process.versions.node}`;
}

export const coreCount = (): number => cpus().length;

/** The process that started this one. */
export const parentOf = (pid: number): number => Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] ?? 0);

/** Children, and their children. */
export function descendantsOf(ancestor: number): number[] {
  const everyone = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = Map.groupBy(everyone, parentOf);
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(ancestor);
}

/** The command that it was started with. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);

/** A zombie, which has ended but was not collected by its parent, does not count as running. */
export const isRunning = (pid: number): boolean => /\) [^Z] /.test(read(`/proc/${pid}/stat`));

function ticksOf(pid: number): { own: number; reaped: number } {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  const at = (place: number): number => Number(fields[place] ?? 0);
  return { own: at(11) + at(12), reaped: at(13) + at(14) };
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Empty if the process has ended in the meantime. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
