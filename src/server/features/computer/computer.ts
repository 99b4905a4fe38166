// The face of the computer feature: what the operator of their own computer chooses for it, and saves from it.
import type { Computer } from '#contract/computer/computer.ts';
import type { ClientInfo, Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Span } from '#domain/bot/schedule/schedule.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, type Instant, oneAtATime } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { AwakeAnswer, KeepAwake, Releases } from '#domain/ports/this-computer.ts';
import { dropRunningTimes, findRunningTimes, type RunningTime, saveRunningTime } from './store.ts';

type BackupFile = { fileName: string; content: AsyncIterable<Uint8Array> };
type SavedBackup = { fileName: string; bytes: number };

type ComputerTools = LookTools & {
  database: Database;
  /** Hangtag answers nobody but this computer. */
  isOwn: boolean;
  awake: KeepAwake;
  /** The operator's choice, kept in the data folder. */
  choice: { isOn(): boolean; choose(isOn: boolean): void };
  keyFile: string | null;
  backups: {
    save(): Promise<SavedBackup>;
    /** null: none was saved, or its file is gone. */
    open(): Promise<BackupFile | null>;
  };
  encryptsBackups: boolean;
  lastBackupAt: () => Promise<Instant | null>;
  /** How many rounds run in this process. */
  countRounds: () => number;
  missedRounds: (userId: string) => Promise<number>;
  isFirstAccount: (userId: string) => Promise<boolean>;
  record: (tx: Queryable, userId: string, event: { what: 'backup_saved'; client: ClientInfo }) => Promise<void>;
};

type Caller = { id: string; isGuest: boolean; client: ClientInfo };

/** How often it looks whether a round runs, and notes that Hangtag does. Computers fall asleep after minutes. */
const lookEveryMs = 20_000;
/** A note that comes later than this means that nothing ran meanwhile. */
const gapMs = 90_000;
const keptMs = 30 * 86_400_000;

const whyNot: Record<Exclude<AwakeAnswer, 'held'>, string> = {
  missing: 'This computer has no program that keeps it awake. Change when it sleeps in its own settings.',
  refused: 'This computer doesn’t let Hangtag keep it awake. Change when it sleeps in its own settings.',
};

export type ComputerFeature = ReturnType<typeof createComputer>;

export function createComputer(tools: ComputerTools) {
  const { awake, backups, choice, clock, database } = tools;
  // Nobody could turn it off on a server.
  const newVersion = watchForNewVersion({ ...tools, releases: tools.isOwn ? tools.releases : null });
  let timer: NodeJS.Timeout | undefined;
  let running: RunningTime | null = null;

  /** The first account of this computer, at the computer itself: another account, or a phone, may be somebody else's. */
  const isOperator = async ({ id, isGuest, client }: Caller): Promise<boolean> =>
    tools.isOwn && !isGuest && !client.forwarded && (await tools.isFirstAccount(id));
  const refuseOthers = async (caller: Caller): Promise<void> => {
    if (!(await isOperator(caller)))
      throw new Failure(
        'forbidden',
        'Only the first account of this computer can do this, on the computer that Hangtag runs on.',
        { isFree: true },
      );
  };

  const look = (): void => {
    if (tools.isOwn && choice.isOn() && tools.countRounds() > 0) void awake.hold();
    else awake.release();
  };

  /** Notes that Hangtag runs now. */
  const note = async (): Promise<void> => {
    if (!tools.isOwn) return;
    const now = clock.now();
    const goesOn = running !== null && now - running.endedAt < gapMs;
    if (!goesOn) await dropRunningTimes(database, now - keptMs);
    running = { startedAt: goesOn && running ? running.startedAt : now, endedAt: now };
    await saveRunningTime(database, running);
  };

  const read = async (caller: Caller): Promise<Computer> => {
    const missedRounds = tools.isOwn ? await tools.missedRounds(caller.id) : null;
    if (!(await isOperator(caller))) return { missedRounds, operated: null };
    const lastBackupAt = await tools.lastBackupAt();
    return {
      missedRounds,
      operated: {
        keepsAwake: choice.isOn(),
        lastBackupAt: lastBackupAt === null ? null : new Date(lastBackupAt).toISOString(),
        keyFile: tools.keyFile,
        newVersion: newVersion.read(),
      },
    };
  };

  return {
    read,
    /** Throws `cannot_stay_awake`, `forbidden`. */
    async keepAwake(caller: Caller, isOn: boolean): Promise<Computer> {
      await refuseOthers(caller);
      const answer = isOn ? await awake.hold() : 'held';
      if (answer !== 'held') throw new Failure('cannot_stay_awake', whyNot[answer]);
      choice.choose(isOn);
      look();
      return read(caller);
    },
    /** Resolves once the registry has answered, or not. */
    async lookForNewVersion(caller: Caller, looks: boolean): Promise<Computer> {
      await refuseOthers(caller);
      await newVersion.choose(looks);
      return read(caller);
    },
    lookIfDue: newVersion.look,
    async saveBackup(caller: Caller): Promise<SavedBackup & { isEncrypted: boolean }> {
      await refuseOthers(caller);
      const saved = await backups.save();
      await tools.record(tools.database, caller.id, { what: 'backup_saved', client: caller.client });
      return { ...saved, isEncrypted: tools.encryptsBackups };
    },
    async lastBackup(caller: Caller): Promise<BackupFile> {
      await refuseOthers(caller);
      const file = await backups.open();
      if (file === null) throw new Failure('not_found', 'There is no backup yet. Save one first.', { isFree: true });
      return file;
    },
    /** null: it is not this seller who saves them. */
    hasBackup: async (userId: string): Promise<boolean | null> =>
      tools.isOwn && (await tools.isFirstAccount(userId)) ? (await tools.lastBackupAt()) !== null : null,
    /** Holds the computer awake if a round runs and the operator wants it, and lets it sleep otherwise. */
    look,
    note,
    /** When this computer was asleep or off since then. null: there is no note of a time that long ago, as on a server. */
    async offSince(since: Instant): Promise<readonly Span[] | null> {
      if (!tools.isOwn) return null;
      const times = await findRunningTimes(database, since);
      if (times[0] === undefined || times[0].startedAt > since) return null;
      const starts = [...times.slice(1).map(({ startedAt }) => startedAt), clock.now()];
      return times
        .map(({ endedAt }, index) => ({ from: endedAt, to: starts[index] ?? endedAt }))
        .filter(({ from, to }) => to - from >= gapMs);
    },
    /** For a process that stays. */
    begin(): void {
      // A note that can't be written is missing for 20 seconds.
      const tick = oneAtATime(async () => {
        look();
        await note().catch(() => {});
        // A slow registry holds up no note. A full disk shows elsewhere.
        void newVersion.look().catch(() => {});
      });
      void tick();
      timer = setInterval(tick, lookEveryMs).unref();
    },
    async close(): Promise<void> {
      const hasBegun = timer !== undefined;
      clearInterval(timer);
      awake.release();
      if (hasBegun) await note().catch(() => {});
    },
  };
}

/** `at`: when the registry last answered. */
type Look = { at: Instant | null; newest: string | null; failedAt: Instant | null };

type LookTools = {
  clock: Clock;
  /** null: this program can't ask anybody. */
  releases: Releases | null;
  /** Kept in the data folder. null: the operator wants no look. */
  lastLook: { read(): Look | null; write(look: Look | null): void };
};

const everyMs = 86_400_000;
/** A computer that has just woken up is often offline. */
const againMs = 3_600_000;

function watchForNewVersion({ clock, releases, lastLook }: LookTools) {
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

type User = { id: string; isGuest: boolean };
const asked = ({ user, client }: { user: User; client: ClientInfo }) => ({ ...user, client });

export const computerHttp = (computer: ComputerFeature): Handlers<typeof routes.computer, User> => ({
  read: (ask) => computer.read(asked(ask)),
  keepAwake: ({ body, ...ask }) => computer.keepAwake(asked(ask), body.keepsAwake),
  newVersion: ({ body, ...ask }) => computer.lookForNewVersion(asked(ask), body.looks),
  saveBackup: (ask) => computer.saveBackup(asked(ask)),
  backup: (ask) => computer.lastBackup(asked(ask)),
});
