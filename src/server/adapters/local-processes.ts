// Tells which workers of this machine have ended, so that their bots don't wait for their leases to end.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { identityLives, processIdentity } from './database/embedded/processes.ts';

export type LocalProcesses = { readonly self: string; lives(identity: string): boolean };

/**
 * For a database that other machines may use, too. A process is named by its host as well: by the machine's start, and by the
 * namespace in which process ids are counted, which differs between containers. A process of another host counts as living,
 * because nothing is known about it. Without Linux's `/proc` there is no such name, and the result is undefined.
 */
export function localProcesses(): LocalProcesses | undefined {
  const place = placeOfThisHost();
  if (place === null) return undefined;
  return {
    self: `${place}/${processIdentity(process.pid)}`,
    lives: (identity) => !identity.startsWith(`${place}/`) || identityLives(identity.slice(place.length + 1)),
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
