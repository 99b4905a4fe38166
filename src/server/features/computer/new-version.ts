// Looks for a new version once a day, if the operator wants that.
import type { Computer } from '#contract/computer/computer.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, type Instant, oneAtATime } from '#domain/ports/clock.ts';
import type { Releases } from '#domain/ports/this-computer.ts';

/** `at`: when the registry last answered. */
type Look = { at: Instant | null; newest: string | null; failedAt: Instant | null };

export type LookTools = {
  clock: Clock;
  /** null: this program can't ask anybody. */
  releases: Releases | null;
  /** Kept in the data folder. null: the operator wants no look. */
  lastLook: { read(): Look | null; write(look: Look | null): void };
};

const everyMs = 86_400_000;
/** A computer that has just woken up is often offline. */
const againMs = 3_600_000;

export function watchForNewVersion({ clock, releases, lastLook }: LookTools) {
  const isDue = ({ at, failedAt }: Look): boolean => {
    const now = clock.now();
    return (at === null || now - at >= everyMs) && (failedAt === null || now - failedAt >= againMs);
  };

  const look = oneAtATime(async () => {
    const last = lastLook.read();
    if (releases === null || last === null || !isDue(last)) return;
    const found = await releases.newest().then(
      (newest): Look => ({ at: clock.now(), newest, failedAt: null }),
      (): Look => ({ ...last, failedAt: clock.now() }),
    );
    // They may have turned it off meanwhile.
    if (lastLook.read() !== null) lastLook.write(found);
  });

  return {
    look,
    async choose(looks: boolean): Promise<void> {
      if (releases === null) throw new Failure('not_found', 'This Hangtag can’t look for new versions.');
      if (looks === (lastLook.read() !== null)) return;
      lastLook.write(looks ? { at: null, newest: null, failedAt: null } : null);
      await look();
    },
    read(): NonNullable<Computer['operated']>['newVersion'] {
      if (releases === null) return null;
      const last = lastLook.read();
      const newest = last?.newest ?? null;
      return {
        looks: last !== null,
        present: releases.present,
        newest: newest !== null && releases.isNewer(newest) ? newest : null,
        lookedAt: moment(last?.at),
        failedAt: moment(last?.failedAt),
        ...releases.how(),
      };
    },
  };
}

const moment = (at: Instant | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());
