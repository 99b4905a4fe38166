// Parties, and rounds of other kinds, as screens show them: a real bot would have to wait for their hours.

import type { Page } from '@playwright/test';
import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import type { Party } from '#contract/parties/parties.ts';

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

export const denim = 'Best in Denim Posh Party';

const parties: readonly Party[] = [
  {
    ...{ id: 'p1', title: denim, startsAt: hours(-1), endsAt: hours(1), state: 'ongoing' },
    ...{ eligible: 14, unsure: 0, shared: 9, rules: ['Category: Jeans'] },
  },
  {
    ...{ id: 'p2', title: 'Denim Icons Posh Party', startsAt: hours(3), endsAt: hours(5), state: 'upcoming' },
    ...{ eligible: 12, unsure: 0, shared: 0, rules: ['Brand: Levi’s, Madewell, or 2 more', 'Size: 26, 27, or 28'] },
  },
  {
    ...{ id: 'p3', title: 'New With Tags Posh Party', startsAt: hours(8), endsAt: hours(10), state: 'upcoming' },
    ...{ eligible: 0, unsure: 31, shared: 0, rules: ['A rule that Hangtag doesn’t understand: “nwt only”'] },
  },
];

export const showParties = (page: Page): Promise<unknown> =>
  page.route('**/api/parties', (route) => route.fulfill({ json: parties }));

type Round = Timeline['days'][number]['rounds'][number];
const none = { notConfirmed: 0, refused: 0 };

/** Today so far: a round, a party, and share-backs; now a party; and later another one. The day's numbers add up. */
export async function showKinds(page: Page, change: Partial<BotStatus> = {}): Promise<void> {
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  await page.route('**/api/bot/status', async (route) => {
    const status: BotStatus = await (await route.fetch()).json();
    const shared: Partial<BotStatus> = {
      ...{ state: 'sharing', isRunning: true, sharesToday: 106, sharesByKind: { self: 60, party: 41, back: 5 } },
      today: { confirmed: 106, notConfirmed: 0, refused: 0 },
      shareStatus: {
        ...{ kind: 'party', party: denim, startedAt, isUnderWay: true },
        ...{ completedShares: 9, totalListings: 14, notConfirmed: 0, refused: 0, left: 5 },
        lastSharedItem: { title: 'Levi’s 501 high rise jeans', timestamp: status.now },
      },
      settings: { ...status.settings, partySharing: true, shareBack: true },
    };
    await route.fulfill({ json: { ...status, ...shared, ...change } });
  });
  await page.route('**/api/bot/timeline*', async (route) => {
    const timeline: Timeline = await (await route.fetch()).json();
    const now = Date.now();
    const today = timeline.days.find(({ startsAt, endsAt }) => Date.parse(startsAt) <= now && now < Date.parse(endsAt));
    if (today !== undefined) Object.assign(today, { shares: 106, expected: 190, rounds: roundsOf(today, startedAt) });
    await route.fulfill({ json: timeline });
  });
}

const minutesLater = (moment: string | number, minutes: number): string =>
  new Date(new Date(moment).getTime() + minutes * 60_000).toISOString();

/** In the parts of the day before the running round, and after it. */
function roundsOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }, now: string): Round[] {
  const round = ([from, to]: readonly [string, string], part: number, rest: Partial<Round>): Round => {
    const begins = Date.parse(from) + part * (Date.parse(to) - Date.parse(from));
    const [first, last] = [minutesLater(begins, 0), minutesLater(begins, 10)];
    return { kind: 'self', startsAt: first, endsAt: last, shares: 0, planned: 0, state: 'done', ...none, ...rest };
  };
  const [before, after] = [[startsAt, now] as const, [now, endsAt] as const];
  return [
    round(before, 0.3, { shares: 60, planned: 60 }),
    round(before, 0.5, { kind: 'party', party: 'Everyday Shoes Posh Party', shares: 32, planned: 32 }),
    round(before, 0.7, { kind: 'back', shares: 5, planned: 5 }),
    round(after, 0, { kind: 'party', party: denim, shares: 9, planned: 14, state: 'running' }),
    round(after, 0.3, { planned: 60, state: 'planned' }),
    round(after, 0.6, { kind: 'party', party: 'Denim Icons Posh Party', planned: 12, state: 'planned' }),
    round(after, 0.8, { kind: 'back', planned: 7, state: 'planned' }),
  ];
}
