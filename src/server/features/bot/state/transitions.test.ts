import { describe, expect, it } from 'vitest';
import { type BotState, botStates, standardSettings } from '#domain/bot/bot.ts';
import { noBackoff } from '#domain/bot/limit/warnings.ts';
import type { BotEvent, BotRow, EventKind, Pause, Phase } from './events.ts';
import { isOrphaned, transition } from './transitions.ts';

/** Instants that show where a result took them from. */
const now = 1_000_000;
const dueAt = 2_000_000;
const resumesAt = 3_000_000;
const worker = '00000000-0000-4000-8000-000000000001';
const epoch = '7';
const revision = '5';
const roundId = '42';

const pause: Pause = { reason: 'rate_limited', message: 'Too many requests.', at: 900_000, resumesAt };
const waitingForSeller: Pause = { reason: 'human_check', message: 'A check.', at: 900_000, resumesAt: null };

const phases: Record<BotState, readonly Phase[]> = {
  stopped: [{ state: 'stopped' }],
  waiting: [{ state: 'waiting' }],
  sharing: [{ state: 'sharing', roundId }],
  paused: [
    { state: 'paused', roundId, pause },
    { state: 'paused', roundId: null, pause },
    { state: 'paused', roundId, pause: waitingForSeller },
    { state: 'paused', roundId: null, pause: waitingForSeller },
  ],
  waiting_for_browser: [
    { state: 'waiting_for_browser', roundId, lostAt: 900_000 },
    { state: 'waiting_for_browser', roundId: null, lostAt: 900_000 },
  ],
};

function dueOf(phase: Phase): number | null {
  if (phase.state === 'stopped' || phase.state === 'waiting_for_browser') return null;
  return phase.state === 'paused' ? phase.pause.resumesAt : 500_000;
}

const unowned = (phase: Phase): BotRow => ({
  userId: '1',
  epoch,
  revision,
  owner: null,
  dueAt: dueOf(phase),
  phase,
  lastRoundAt: 800_000,
  limitInForce: 100,
  limitReason: null,
  limitReachedAt: null,
  startsAgainAt: null,
  shareDay: '2026-11-22',
  rollingUntil: null,
  startedAt: 700_000,
  startedBySellerAt: 600_000,
  consentedAt: null,
  browserNoticedOn: null,
});

/** Every phase without an owner, and with one if that is possible. */
const rows: readonly BotRow[] = botStates.flatMap((state) =>
  phases[state].flatMap((phase) => {
    const free = unowned(phase);
    const mayBeOwned = state !== 'stopped' && free.dueAt !== null;
    return mayBeOwned ? [{ ...free, owner: worker, dueAt: null }, free] : [free];
  }),
);

const by = { workerId: worker, epoch };
const limit = { limit: 80, reason: 'gentle' as const };

const events: { [K in EventKind]: Extract<BotEvent, { kind: K }> } = {
  start: {
    kind: 'start',
    now,
    settings: standardSettings,
    backoff: noBackoff,
    limit,
    consents: true,
    isAutomatic: false,
  },
  stop: { kind: 'stop' },
  restart_planned: { kind: 'restart_planned', at: dueAt },
  resume: { kind: 'resume', now, pausedAt: 900_000, backoff: noBackoff },
  check_try_counted: { kind: 'check_try_counted', backoff: noBackoff },
  settings_changed: { kind: 'settings_changed', now, settings: standardSettings, limit, opensSlot: false },
  limit_restored: { kind: 'limit_restored', now, backoff: noBackoff, limit: { limit: 80 }, message: 'Share limit.' },
  zone_moved: { kind: 'zone_moved', now, rollingUntil: now + 172_800_000 },
  paused_from_outside: {
    kind: 'paused_from_outside',
    pause: { ...pause, at: now },
    backoff: noBackoff,
    limit,
  },
  claimed: { kind: 'claimed', workerId: worker, dueBefore: resumesAt },
  released: { kind: 'released', by, dueAt },
  round_started: { kind: 'round_started', by, revision, roundId: '43', at: now, isVisit: false },
  round_finished: { kind: 'round_finished', by, roundId, keep: false, dueAt },
  round_skipped: { kind: 'round_skipped', by, at: now },
  paused: { kind: 'paused', by, pause: { ...pause, at: now } },
  pause_ended: { kind: 'pause_ended', by },
  browser_lost: { kind: 'browser_lost', by, at: now, day: '2026-11-22' },
  browser_back: { kind: 'browser_back', now },
  limit_reached: { kind: 'limit_reached', by, revision, at: now },
  limit_updated: { kind: 'limit_updated', by, backoff: noBackoff, limit },
  lease_ended: { kind: 'lease_ended', workerId: worker, now },
  missed_counted: { kind: 'missed_counted', at: now, missesRound: true },
  orphaned: { kind: 'orphaned', now },
};

const eventKinds = Object.keys(events) as EventKind[];

/** The first row of a phase, with an owner or without one. */
const rowOf = (phase: Phase, isOwned: boolean): BotRow => {
  const found = rows.find((row) => row.phase === phase && (row.owner !== null) === isOwned);
  const row = found ?? rows.find((each) => each.phase.state === phase.state && (each.owner !== null) === isOwned);
  if (row === undefined) throw new Error('There is no such row.');
  return row;
};

const waiting: Phase = { state: 'waiting' };
const sharing: Phase = { state: 'sharing', roundId };
const [pausedInRound, , checkInRound] = phases.paused as [Phase, Phase, Phase];

const raised = (count: string) => String(Number(count) + 1);

describe('an event', () => {
  const owned = (phase: Phase) => rowOf(phase, true);
  const free = (phase: Phase) => rowOf(phase, false);
  const taken = { owner: null, epoch: raised(epoch) };
  /** What tests/model/ leaves open. It shows state, owner, due time, and round after every event. */
  const table: [what: string, row: BotRow, event: BotEvent, becomes: Partial<BotRow>][] = [
    [
      'start makes a stopped bot wait, due at once, with nothing left of the last run',
      { ...free({ state: 'stopped' }), limitReachedAt: 1 },
      events.start,
      {
        phase: waiting,
        dueAt: now,
        startedAt: now,
        startedBySellerAt: now,
        consentedAt: now,
        lastRoundAt: null,
        limitReachedAt: null,
        limitInForce: 80,
        limitReason: 'gentle',
        revision: raised(revision),
        epoch,
      },
    ],
    [
      'start keeps the first consent',
      { ...free({ state: 'stopped' }), consentedAt: 3 },
      events.start,
      { consentedAt: 3 },
    ],
    [
      'an automatic start keeps when the seller started the bot',
      free({ state: 'stopped' }),
      { ...events.start, isAutomatic: true },
      { startedAt: now, startedBySellerAt: 600_000 },
    ],
    [
      'a change of settings while waiting has the bot looked at again at once',
      owned(waiting),
      events.settings_changed,
      { ...taken, dueAt: now, limitInForce: 80, lastRoundAt: 800_000 },
    ],
    [
      'a change of settings that opens a slot forgets the last round',
      owned(waiting),
      { ...events.settings_changed, opensSlot: true },
      { ...taken, dueAt: now, lastRoundAt: null },
    ],
    [
      'a change of settings in a round leaves it to its worker, which has to read it again',
      owned(sharing),
      { ...events.settings_changed, opensSlot: true },
      { owner: worker, epoch, revision: raised(revision), limitInForce: 80, lastRoundAt: 800_000 },
    ],
    [
      'a move of the time zone never shortens a guard',
      { ...owned(sharing), rollingUntil: now + 900_000_000 },
      events.zone_moved,
      { owner: worker, rollingUntil: now + 900_000_000, revision: raised(revision) },
    ],
    [
      'a pause from outside takes the bot from its worker and keeps the round',
      owned(sharing),
      events.paused_from_outside,
      {
        ...taken,
        dueAt: resumesAt,
        limitInForce: 80,
        phase: { ...(pausedInRound as object), pause: events.paused_from_outside.pause } as Phase,
      },
    ],
    [
      'a skipped round counts as one',
      owned(waiting),
      events.round_skipped,
      { owner: worker, lastRoundAt: now, phase: waiting },
    ],
    [
      'a round that a promoted standby may have missed counts as one',
      owned(waiting),
      events.missed_counted,
      { owner: worker, epoch, revision, lastRoundAt: now, startedAt: now, phase: waiting },
    ],
    [
      'shares that a promoted standby may have missed are counted for every start until then',
      owned(sharing),
      { ...events.missed_counted, missesRound: false },
      { owner: worker, epoch, revision, startedAt: now, phase: sharing },
    ],
    [
      'a limit update stays with its worker',
      owned(sharing),
      events.limit_updated,
      { owner: worker, epoch, revision, limitInForce: 80, limitReason: 'gentle' },
    ],
    ['an orphaned bot is due at once', { ...free(waiting), dueAt: null }, events.orphaned, { dueAt: now, epoch }],
  ];
  it.each(table)('%s', (_, row, event, becomes) => {
    expect(transition(row, event)?.row).toMatchObject(becomes);
  });

  const refusals: [what: string, row: BotRow, event: BotEvent][] = [
    ['start of a running bot', owned(waiting), events.start],
    ['stop of a stopped bot', free({ state: 'stopped' }), events.stop],
    ['resume of a later pause', free(checkInRound), { ...events.resume, pausedAt: 1 }],
    ['a claim of an owned bot', owned(sharing), events.claimed],
    ['a claim before the bot is due', free(waiting), { ...events.claimed, dueBefore: 1 }],
    ['a claim in a pause that waits for the seller', free(checkInRound), events.claimed],
    ['anything by another worker', owned(sharing), { ...events.paused, by: { workerId: 'other', epoch } }],
    [
      'anything under an older epoch',
      owned(sharing),
      { ...events.limit_reached, by: { workerId: worker, epoch: '6' } },
    ],
    ['a round that was planned before a change', owned(waiting), { ...events.round_started, revision: '4' }],
    ['a stop at a limit that has changed', owned(sharing), { ...events.limit_reached, revision: '4' }],
    ['the end of another round', owned(sharing), { ...events.round_finished, roundId: '41' }],
    ['a pause in a pause', owned(pausedInRound), events.paused],
    ['a pause from outside in a pause', free(checkInRound), events.paused_from_outside],
    ['the end of a pause that waits for the seller', { ...free(checkInRound), owner: worker }, events.pause_ended],
    ['the end of another worker’s lease', owned(sharing), { ...events.lease_ended, workerId: 'other' }],
    ['the rescue of a bot that is due', free(waiting), events.orphaned],
    ['a release of a waiting bot to nobody and never', owned(waiting), { ...events.released, dueAt: null }],
  ];
  it.each(refusals)('%s is impossible', (_, row, event) => {
    expect(transition(row, event)).toBeNull();
  });

  it('replaces the documents that it contains, and no other', () => {
    const documentsOf = (row: BotRow, event: BotEvent) => transition(row, event)?.documents;
    expect(documentsOf(free({ state: 'stopped' }), events.start)).toEqual({
      settings: standardSettings,
      backoff: noBackoff,
    });
    expect(documentsOf(free(waiting), events.settings_changed)).toEqual({ settings: standardSettings });
    expect(documentsOf(free(checkInRound), events.check_try_counted)).toEqual({ backoff: noBackoff });
    expect(documentsOf(owned(sharing), events.paused)).toEqual({});
  });
});

describe('every event in every row', () => {
  const cases = eventKinds.flatMap((kind) => rows.map((row) => ({ kind, row, done: transition(row, events[kind]) })));
  const changed = cases.flatMap(({ kind, row, done }) => (done === null ? [] : [{ kind, row, next: done.row }]));
  const fromOutside = [
    'start',
    'stop',
    'restart_planned',
    'resume',
    'check_try_counted',
    'settings_changed',
    'zone_moved',
    'paused_from_outside',
    'browser_back',
    'limit_restored',
  ];

  it('is possible somewhere', () => {
    expect([...new Set(changed.map(({ kind }) => kind))]).toEqual(eventKinds);
  });

  it('raises the epoch exactly when the owner changes', () => {
    for (const { row, next } of changed) expect(next.epoch).toBe(next.owner === row.owner ? epoch : raised(epoch));
  });

  it('raises the revision exactly when it does not come from a worker', () => {
    for (const { kind, next } of changed)
      expect([kind, next.revision]).toEqual([kind, fromOutside.includes(kind) ? raised(revision) : revision]);
  });

  it('leaves a bot with an owner, with a due time, or with nothing to do', () => {
    for (const { kind, next } of changed) {
      expect([kind, next.owner !== null && next.dueAt !== null]).toEqual([kind, false]);
      expect([kind, isOrphaned(next)]).toEqual([kind, false]);
      if (next.phase.state === 'stopped') expect([kind, next.owner, next.dueAt]).toEqual([kind, null, null]);
    }
  });

  it('sets an owner only by a claim', () => {
    for (const { kind, row, next } of changed)
      if (next.owner !== null && row.owner === null) expect(kind).toBe('claimed');
  });
});
