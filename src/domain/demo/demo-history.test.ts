import { expect, it } from 'vitest';
import { seeded } from '../random/seeded.ts';
import { shareDay } from '../time.ts';
import { type DemoListing, inventHistory } from './demo-history.ts';

const listings: DemoListing[] = Array.from({ length: 40 }, (_, index) => ({
  id: String(index + 1),
  title: `Listing ${index + 1}`,
  price: 10 + index,
  costCents: index % 5 === 0 ? null : 200,
  likes: index % 9,
  listedAt: null,
}));

it.each([
  ['a minute and a half after midnight', '2026-11-22T05:01:30Z', 'America/New_York'],
  ['on the morning of a day of 25 hours', '2026-11-01T09:00:00Z', 'America/New_York'],
  ['far in the east', '2026-11-22T12:00:00Z', 'Pacific/Kiritimati'],
])('the history of a demo has shares today, %s', (_, now, timezone) => {
  const { rounds } = inventHistory({ listings, timezone, now: Date.parse(now), random: seeded(5) });
  const today = shareDay(Date.parse(now), timezone);
  expect(rounds.flatMap(({ shares }) => shares).filter(({ day }) => day === today).length).toBeGreaterThan(10);
});
