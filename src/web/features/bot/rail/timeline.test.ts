import { describe, expect, it } from 'vitest';
import {
  axisMarks,
  dayOf,
  forecast,
  nextPlannedRound,
  placeOf,
  railTags,
  slotBrackets,
  slotLetter,
  type TimelineDay,
  withStatus,
} from './timeline.ts';

const zone = 'America/New_York';
/** Thursday, March 5, 2026: midnight in New York is 05:00 UTC. */
const day = (rounds: TimelineDay['rounds'], limit = 1000): TimelineDay => ({
  date: '2026-03-05',
  startsAt: '2026-03-05T05:00:00.000Z',
  endsAt: '2026-03-06T05:00:00.000Z',
  shares: 0,
  expected: 258,
  limit,
  rounds,
});
const round = (hour: number, shares: number, planned: number, state: 'done' | 'running' | 'planned' | 'cut') => ({
  kind: 'self' as const,
  startsAt: new Date(Date.parse('2026-03-05T05:00:00.000Z') + hour * 3_600_000).toISOString(),
  endsAt: new Date(Date.parse('2026-03-05T05:00:00.000Z') + hour * 3_600_000 + 300_000).toISOString(),
  shares,
  notConfirmed: 0,
  refused: 0,
  planned,
  state,
});

describe('the day rail', () => {
  it('places each round at its start and fills it by what was shared', () => {
    const tags = railTags(day([round(8, 86, 86, 'done'), round(12, 43, 86, 'running'), round(18, 0, 86, 'planned')]));
    expect(tags.map(({ x, fill, height }) => [Math.round(x * 100) / 100, fill, height])).toEqual([
      [33.33, 1, 1],
      [50, 0.5, 1],
      [75, 0, 1],
    ]);
  });

  it('narrows the tags until they do not touch', () => {
    const tags = railTags(day(Array.from({ length: 48 }, (_, half) => round(half / 2, 5, 5, 'done'))));
    expect(tags).toHaveLength(48);
    expect(tags[0]?.width).toBeLessThan(100 / 48);
  });

  it('hangs visits beside the round that they follow, and keeps the tags as wide as before', () => {
    const visit = (hour: number, kind: 'party' | 'back') => ({ ...round(hour, 5, 5, 'done'), kind });
    const alone = railTags(day([round(8, 60, 60, 'done'), round(12, 60, 60, 'done')]));
    const tags = railTags(
      day([round(8, 60, 60, 'done'), visit(8.02, 'party'), visit(8.03, 'back'), round(12, 60, 60, 'done')]),
    );
    expect(tags.map(({ kind, width }) => [kind, width])).toEqual(
      ['self', 'party', 'back', 'self'].map((kind) => [kind, alone[0]?.width]),
    );
    for (const [index, tag] of tags.slice(1).entries())
      expect(tag.x).toBeGreaterThan((tags[index]?.x ?? 0) + tag.width);
    expect([tags[0]?.x, tags[3]?.x]).toEqual(alone.map(({ x }) => x));
  });

  it('draws one tag per hour if there are too many rounds to see', () => {
    const tags = railTags(day(Array.from({ length: 240 }, (_, tenth) => round(tenth / 10, 2, 2, 'done'))));
    expect(tags).toHaveLength(24);
    expect(tags[0]).toMatchObject({ shares: 20, planned: 20, fill: 1, state: 'done' });
  });

  it('leaves out rounds with nothing in them', () => {
    expect(railTags(day([round(8, 0, 0, 'planned')]))).toEqual([]);
  });

  it('never places a tag beyond the end of the rail', () => {
    const [tag] = railTags(day([round(23.95, 0, 10, 'planned')]));
    expect((tag?.x ?? 0) + (tag?.width ?? 0)).toBeLessThanOrEqual(100);
  });

  it.each([
    ['before the day', '2026-03-05T04:00:00Z', 0],
    ['at noon', '2026-03-05T17:00:00Z', 50],
    ['after the day', '2026-03-07T17:00:00Z', 100],
  ])('keeps a moment %s on the rail', (_, at, place) => {
    expect(placeOf(Date.parse(at), day([]))).toBe(place);
  });

  it('shows a slot over midnight on both of its days', () => {
    const slot = { startTime: '22:00', endTime: '02:00', enabled: true, daysOfWeek: [3 as const, 4 as const] };
    const brackets = slotBrackets([slot], day([]), zone);
    expect(brackets.map(({ from, to, letter }) => [letter, Math.round(from), Math.round(to)])).toEqual([
      ['A', 0, 8],
      ['A', 92, 100],
    ]);
  });

  it('shows no bracket of a slot that is off or has another day', () => {
    const off = { startTime: '09:00', endTime: '10:00', enabled: false, daysOfWeek: [4 as const] };
    const sunday = { startTime: '09:00', endTime: '10:00', enabled: true, daysOfWeek: [0 as const] };
    expect(slotBrackets([off, sunday], day([]), zone)).toEqual([]);
  });

  it('moves the clock marks on a day of 23 hours', () => {
    const noon = (date: string) => axisMarks(date, zone).find(({ label }) => label === 'Noon')?.x;
    expect(noon('2026-03-05')).toBe(50);
    expect(noon('2026-03-08')).toBeCloseTo((11 / 23) * 100);
  });

  it('forecasts the day from the rounds that are left', () => {
    const today = day([round(8, 86, 86, 'done'), round(12, 40, 86, 'running'), round(18, 0, 86, 'planned')]);
    expect(forecast(today, 126)).toMatchObject({ total: 258, isCut: false, endsAt: '2026-03-05T23:05:00.000Z' });
    expect(forecast({ ...today, limit: 200, expected: 200 }, 126)).toMatchObject({ total: 200, isCut: true });
  });

  it('finds today by the current time, not by the date', () => {
    const timeline = { timezone: zone, days: [day([])] };
    expect(dayOf(timeline, Date.parse('2026-03-06T03:00:00Z'))?.date).toBe('2026-03-05');
    expect(dayOf(timeline, Date.parse('2026-03-06T05:00:00Z'))).toBeUndefined();
  });

  it('knows when the next round starts while one is running', () => {
    const timeline = { timezone: zone, days: [day([round(12, 40, 86, 'running'), round(18, 0, 86, 'planned')])] };
    expect(nextPlannedRound(timeline, Date.parse('2026-03-05T17:02:00Z'))).toBe('2026-03-05T23:00:00.000Z');
    expect(nextPlannedRound(timeline, Date.parse('2026-03-06T01:00:00Z'))).toBeNull();
  });

  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [49, 'AX'],
  ])('letters slot %i as %s', (index, letter) => {
    expect(slotLetter(index)).toBe(letter);
  });
});

describe('the day rail', () => {
  describe('with the status beside it', () => {
    const eight = round(8, 86, 86, 'done');
    const noon = round(12, 43, 86, 'running');
    const six = round(18, 0, 86, 'planned');
    const shown = (drawn: TimelineDay, status: object, done = 52) => {
      const [first] = withStatus(
        { timezone: zone, days: [drawn] },
        {
          sharesToday: 138,
          now: '2026-03-05T17:02:00.000Z',
          meanPauseMs: 2000,
          shareStatus: {
            kind: 'self',
            isUnderWay: true,
            startedAt: noon.startsAt,
            completedShares: done,
            totalListings: 86,
            notConfirmed: 0,
            refused: 0,
            left: 86 - done,
            lastSharedItem: null,
            ...status,
          },
        },
      ).days;
      return { shares: first?.shares, rounds: first?.rounds.map(({ state, shares }) => `${state} ${shares}`) };
    };

    it.each<[string, TimelineDay['rounds'], object, number, string[]]>([
      ['the plan is behind', [eight, noon, six], {}, 52, ['done 86', 'running 52', 'planned 0']],
      ['the plan is ahead', [eight, { ...noon, shares: 60 }, six], {}, 52, ['done 86', 'running 52', 'planned 0']],
      ['the round is over', [eight, noon, six], { isUnderWay: false }, 86, ['done 86', 'done 86', 'planned 0']],
      ['a stop cut the round', [eight, noon], { isUnderWay: false }, 52, ['done 86', 'cut 52']],
      [
        'the plan has this round still ahead',
        [eight, { ...six, startsAt: '2026-03-05T17:00:01.000Z' }, six],
        {},
        52,
        ['done 86', 'running 52', 'planned 0'],
      ],
      [
        'the status does not know the round yet',
        [eight, noon, six],
        { isUnderWay: false, startedAt: eight.startsAt },
        86,
        ['done 86', 'planned 0', 'planned 0'],
      ],
      [
        'the limit will cut the next round',
        [eight, noon, { ...six, state: 'cut' }],
        {},
        52,
        ['done 86', 'running 52', 'planned 0'],
      ],
      [
        'the plan still has the round before',
        [{ ...eight, state: 'running' }, noon],
        {},
        52,
        ['done 86', 'running 52'],
      ],
      [
        'the status does not know the first round yet',
        [noon],
        { isUnderWay: false, startedAt: undefined },
        0,
        ['planned 0'],
      ],
      ['no round was ever made', [six], { isUnderWay: false, startedAt: undefined }, 0, ['planned 0']],
      ['the round began yesterday', [six], { startedAt: '2026-03-05T04:59:00.000Z' }, 52, ['planned 0']],
    ])('shows its numbers if %s', (_, rounds, status, done, expected) => {
      expect(shown(day(rounds), status, done)).toEqual({ shares: 138, rounds: expected });
    });
  });
});
