import { describe, expect, it } from 'vitest';
import type { TimelineDay } from './rail-geometry.ts';
import { day, round, zone } from './timeline-day.fixture.ts';
import { withStatus } from './use-timeline.ts';

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
