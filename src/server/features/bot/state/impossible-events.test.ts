import { describe, expect, it } from 'vitest';
import type { BotEvent, BotRow, Impossible, Phase } from './events.ts';
import { epoch, events, phases, roundId, rowOf, worker } from './transitions.fixture.ts';
import { transition } from './transitions.ts';

const waiting: Phase = { state: 'waiting' };
const sharing: Phase = { state: 'sharing', roundId };
const [pausedInRound, , checkInRound] = phases.paused as [Phase, Phase, Phase];

describe('an event', () => {
  const owned = (phase: Phase) => rowOf(phase, true);
  const free = (phase: Phase) => rowOf(phase, false);
  const refusals: { what: string; row: BotRow; event: BotEvent; why: Impossible }[] = [
    { what: 'start of a running bot', row: owned(waiting), event: events.start, why: 'already_running' },
    { what: 'stop of a stopped bot', row: free({ state: 'stopped' }), event: events.stop, why: 'not_running' },
    {
      what: 'resume of a later pause',
      row: free(checkInRound),
      event: { ...events.resume, pausedAt: 1 },
      why: 'other_pause',
    },
    { what: 'a claim of an owned bot', row: owned(sharing), event: events.claimed, why: 'already_owned' },
    {
      what: 'a claim before the bot is due',
      row: free(waiting),
      event: { ...events.claimed, dueBefore: 1 },
      why: 'not_due',
    },
    {
      what: 'a claim in a pause that waits for the seller',
      row: free(checkInRound),
      event: events.claimed,
      why: 'not_due',
    },
    {
      what: 'anything by another worker',
      row: owned(sharing),
      event: { ...events.paused, by: { workerId: 'other', epoch } },
      why: 'not_owned',
    },
    {
      what: 'anything under an older epoch',
      row: owned(sharing),
      event: { ...events.limit_reached, by: { workerId: worker, epoch: '6' } },
      why: 'not_owned',
    },
    {
      what: 'a round that was planned before a change',
      row: owned(waiting),
      event: { ...events.round_started, revision: '4' },
      why: 'changed',
    },
    {
      what: 'a stop at a limit that has changed',
      row: owned(sharing),
      event: { ...events.limit_reached, revision: '4' },
      why: 'changed',
    },
    {
      what: 'the end of another round',
      row: owned(sharing),
      event: { ...events.round_finished, roundId: '41' },
      why: 'other_round',
    },
    { what: 'a pause in a pause', row: owned(pausedInRound), event: events.paused, why: 'already_paused' },
    {
      what: 'a pause from outside in a pause',
      row: free(checkInRound),
      event: events.paused_from_outside,
      why: 'already_paused',
    },
    {
      what: 'the end of a pause that waits for the seller',
      row: { ...free(checkInRound), owner: worker },
      event: events.pause_ended,
      why: 'needs_seller',
    },
    {
      what: 'the end of another worker’s lease',
      row: owned(sharing),
      event: { ...events.lease_ended, workerId: 'other' },
      why: 'not_owned',
    },
    { what: 'the rescue of a bot that is due', row: free(waiting), event: events.orphaned, why: 'not_orphaned' },
    {
      what: 'a release of a waiting bot to nobody and never',
      row: owned(waiting),
      event: { ...events.released, dueAt: null },
      why: 'no_due_time',
    },
  ];
  it.each(refusals)('$what is impossible: $why', ({ row, event, why }) => {
    expect(transition(row, event)).toEqual({ kind: 'impossible', why });
  });
});
