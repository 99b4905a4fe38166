import { describe, expect, it } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { noBackoff } from '#domain/bot/limit/warnings.ts';
import type { BotEvent, BotRow, Phase } from './events.ts';
import {
  dueAt,
  epoch,
  eventKinds,
  events,
  now,
  phases,
  resumesAt,
  revision,
  roundId,
  rowOf,
  rows,
  worker,
} from './transitions.fixture.ts';
import { isOrphaned, transition } from './transitions.ts';

const waiting: Phase = { state: 'waiting' };
const sharing: Phase = { state: 'sharing', roundId };
const [pausedInRound, pausedBetween, checkInRound] = phases.paused as [Phase, Phase, Phase];

const raised = (count: string) => String(Number(count) + 1);

describe('an event', () => {
  const owned = (phase: Phase) => rowOf(phase, true);
  const free = (phase: Phase) => rowOf(phase, false);
  const taken = { owner: null, epoch: raised(epoch) };
  const table: { what: string; row: BotRow; event: BotEvent; becomes: Partial<BotRow> }[] = [
    {
      what: 'start makes a stopped bot wait, due at once, with nothing left of the last run',
      row: { ...free({ state: 'stopped' }), limitReachedAt: 1 },
      event: events.start,
      becomes: {
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
    },
    {
      what: 'start keeps the first consent',
      row: { ...free({ state: 'stopped' }), consentedAt: 3 },
      event: events.start,
      becomes: { consentedAt: 3 },
    },
    {
      what: 'an automatic start keeps when the seller started the bot',
      row: free({ state: 'stopped' }),
      event: { ...events.start, isAutomatic: true },
      becomes: { startedAt: now, startedBySellerAt: 600_000 },
    },
    {
      what: 'stop takes the bot from its worker',
      row: owned(sharing),
      event: events.stop,
      becomes: { ...taken, phase: { state: 'stopped' }, dueAt: null, revision: raised(revision) },
    },
    {
      what: 'stop ends a pause too',
      row: free(checkInRound),
      event: events.stop,
      becomes: { phase: { state: 'stopped' }, dueAt: null, epoch },
    },
    {
      what: 'a planned start is kept in mind, and makes nothing due',
      row: free({ state: 'stopped' }),
      event: events.restart_planned,
      becomes: { phase: { state: 'stopped' }, startsAgainAt: dueAt, dueAt: null, revision: raised(revision) },
    },
    {
      what: 'stop cancels a planned start',
      row: { ...free({ state: 'stopped' }), startsAgainAt: dueAt },
      event: events.stop,
      becomes: { phase: { state: 'stopped' }, startsAgainAt: null, revision: raised(revision) },
    },
    {
      what: 'start carries a planned start out',
      row: { ...free({ state: 'stopped' }), startsAgainAt: dueAt },
      event: events.start,
      becomes: { phase: waiting, startsAgainAt: null },
    },
    {
      what: 'resume continues the round',
      row: free(checkInRound),
      event: events.resume,
      becomes: { phase: sharing, dueAt: now, revision: raised(revision) },
    },
    {
      what: 'resume without a round waits',
      row: free(pausedBetween),
      event: events.resume,
      becomes: { phase: waiting },
    },
    {
      what: 'a change of settings while waiting has the bot looked at again at once',
      row: owned(waiting),
      event: events.settings_changed,
      becomes: { ...taken, dueAt: now, limitInForce: 80, lastRoundAt: 800_000 },
    },
    {
      what: 'a change of settings that opens a slot forgets the last round',
      row: owned(waiting),
      event: { ...events.settings_changed, opensSlot: true },
      becomes: { ...taken, dueAt: now, lastRoundAt: null },
    },
    {
      what: 'a change of settings in a round leaves it to its worker, which has to read it again',
      row: owned(sharing),
      event: { ...events.settings_changed, opensSlot: true },
      becomes: { owner: worker, epoch, revision: raised(revision), limitInForce: 80, lastRoundAt: 800_000 },
    },
    {
      what: 'a move of the time zone never shortens a guard',
      row: { ...owned(sharing), rollingUntil: now + 900_000_000 },
      event: events.zone_moved,
      becomes: { owner: worker, rollingUntil: now + 900_000_000, revision: raised(revision) },
    },
    {
      what: 'a pause from outside takes the bot from its worker and keeps the round',
      row: owned(sharing),
      event: events.paused_from_outside,
      becomes: {
        ...taken,
        dueAt: resumesAt,
        limitInForce: 80,
        phase: { ...(pausedInRound as object), pause: events.paused_from_outside.pause } as Phase,
      },
    },
    {
      what: 'a claim owns the bot',
      row: free(sharing),
      event: events.claimed,
      becomes: { owner: worker, dueAt: null, epoch: raised(epoch), revision },
    },
    { what: 'a release makes it due', row: owned(waiting), event: events.released, becomes: { ...taken, dueAt } },
    {
      what: 'a release of a paused bot makes it due when the pause ends',
      row: owned(pausedInRound),
      event: events.released,
      becomes: { ...taken, dueAt: resumesAt },
    },
    {
      what: 'a round that starts is kept in mind',
      row: owned(waiting),
      event: events.round_started,
      becomes: { owner: worker, epoch, revision, phase: { state: 'sharing', roundId: '43' }, lastRoundAt: now },
    },
    {
      what: 'a round that ends lets the bot go',
      row: owned(sharing),
      event: events.round_finished,
      becomes: { ...taken, phase: waiting, dueAt },
    },
    {
      what: 'a round that ends just before the next one keeps its worker',
      row: owned(sharing),
      event: { ...events.round_finished, keep: true },
      becomes: { owner: worker, epoch, revision, phase: waiting, dueAt: null },
    },
    {
      what: 'a skipped round counts as one',
      row: owned(waiting),
      event: events.round_skipped,
      becomes: { owner: worker, lastRoundAt: now, phase: waiting },
    },
    {
      what: 'a round that a promoted standby may have missed counts as one',
      row: owned(waiting),
      event: events.missed_counted,
      becomes: { owner: worker, epoch, revision, lastRoundAt: now, startedAt: now, phase: waiting },
    },
    {
      what: 'shares that a promoted standby may have missed are counted for every start until then',
      row: owned(sharing),
      event: { ...events.missed_counted, missesRound: false },
      becomes: { owner: worker, epoch, revision, startedAt: now, phase: sharing },
    },
    {
      what: 'a pause lets the bot go',
      row: owned(sharing),
      event: events.paused,
      becomes: { ...taken, dueAt: resumesAt, revision },
    },
    {
      what: 'the end of a pause continues the round',
      row: owned(pausedInRound),
      event: events.pause_ended,
      becomes: { owner: worker, epoch, phase: sharing },
    },
    {
      what: 'the limit stops the bot and takes it from its worker',
      row: owned(sharing),
      event: events.limit_reached,
      becomes: { ...taken, phase: { state: 'stopped' }, dueAt: null, limitReachedAt: now },
    },
    {
      what: 'a limit update stays with its worker',
      row: owned(sharing),
      event: events.limit_updated,
      becomes: { owner: worker, epoch, revision, limitInForce: 80, limitReason: 'gentle' },
    },
    {
      what: 'the share day moves forward',
      row: owned(sharing),
      event: events.share_day_moved,
      becomes: { shareDay: '2026-11-23', epoch, revision },
    },
    {
      what: 'the share day never moves back',
      row: { ...owned(sharing), shareDay: '2026-11-24' },
      event: events.share_day_moved,
      becomes: { shareDay: '2026-11-24' },
    },
    {
      what: 'the end of a lease makes its bots due at once',
      row: owned(sharing),
      event: events.lease_ended,
      becomes: { ...taken, dueAt: now },
    },
    {
      what: 'an orphaned bot is due at once',
      row: { ...free(waiting), dueAt: null },
      event: events.orphaned,
      becomes: { dueAt: now, epoch },
    },
  ];
  it.each(table)('$what', ({ row, event, becomes }) => {
    const done = transition(row, event);
    expect(done?.row).toMatchObject(becomes);
  });

  it('replaces the documents that it contains, and no other', () => {
    const documentsOf = (row: BotRow, event: BotEvent) => {
      const done = transition(row, event);
      return done?.documents;
    };
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
