import { describe, expect, it } from 'vitest';
import type { BotEvent, BotRow, Phase } from './events.ts';
import { epoch, events, phases, roundId, rowOf, worker } from './transitions.fixture.ts';
import { transition } from './transitions.ts';

const waiting: Phase = { state: 'waiting' };
const sharing: Phase = { state: 'sharing', roundId };
const [pausedInRound, , checkInRound] = phases.paused as [Phase, Phase, Phase];

describe('an event', () => {
  const owned = (phase: Phase) => rowOf(phase, true);
  const free = (phase: Phase) => rowOf(phase, false);
  const refusals: { what: string; row: BotRow; event: BotEvent }[] = [
    { what: 'start of a running bot', row: owned(waiting), event: events.start },
    { what: 'stop of a stopped bot', row: free({ state: 'stopped' }), event: events.stop },
    {
      what: 'resume of a later pause',
      row: free(checkInRound),
      event: { ...events.resume, pausedAt: 1 },
    },
    { what: 'a claim of an owned bot', row: owned(sharing), event: events.claimed },
    {
      what: 'a claim before the bot is due',
      row: free(waiting),
      event: { ...events.claimed, dueBefore: 1 },
    },
    {
      what: 'a claim in a pause that waits for the seller',
      row: free(checkInRound),
      event: events.claimed,
    },
    {
      what: 'anything by another worker',
      row: owned(sharing),
      event: { ...events.paused, by: { workerId: 'other', epoch } },
    },
    {
      what: 'anything under an older epoch',
      row: owned(sharing),
      event: { ...events.limit_reached, by: { workerId: worker, epoch: '6' } },
    },
    {
      what: 'a round that was planned before a change',
      row: owned(waiting),
      event: { ...events.round_started, revision: '4' },
    },
    {
      what: 'a stop at a limit that has changed',
      row: owned(sharing),
      event: { ...events.limit_reached, revision: '4' },
    },
    {
      what: 'the end of another round',
      row: owned(sharing),
      event: { ...events.round_finished, roundId: '41' },
    },
    { what: 'a pause in a pause', row: owned(pausedInRound), event: events.paused },
    {
      what: 'a pause from outside in a pause',
      row: free(checkInRound),
      event: events.paused_from_outside,
    },
    {
      what: 'the end of a pause that waits for the seller',
      row: { ...free(checkInRound), owner: worker },
      event: events.pause_ended,
    },
    {
      what: 'the end of another worker’s lease',
      row: owned(sharing),
      event: { ...events.lease_ended, workerId: 'other' },
    },
    { what: 'the rescue of a bot that is due', row: free(waiting), event: events.orphaned },
    {
      what: 'a release of a waiting bot to nobody and never',
      row: owned(waiting),
      event: { ...events.released, dueAt: null },
    },
  ];
  it.each(refusals)('$what is impossible', ({ row, event }) => {
    expect(transition(row, event)).toBeNull();
  });
});
