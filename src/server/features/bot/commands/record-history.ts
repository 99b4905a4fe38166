// Gives the bot of a demo account an invented history: a stopped bot with settings, rounds, shares, and a pause that is over.

import { standardSettings } from '#domain/bot/bot.ts';
import type { DemoHistory, DemoRound } from '#domain/demo/demo-history.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type NewEntry, recordMany } from '../../activity/activity.ts';
import { planWords, roundWords } from '../reports/activity-entries.ts';
import { insertInventedRounds } from '../rounds/invented-store.ts';
import type { RoundKind } from '../rounds/store.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { lockOrMakeSeller } from '../state/seller.ts';

/** A limit close enough to the shown days that their bars can be drawn beside it. */
const settings = { ...standardSettings, dailyShareLimit: 1000 };
const mark = '(demo)';

export async function recordHistory(
  tx: Queryable,
  userId: string,
  { rounds, pause, now }: Pick<DemoHistory, 'rounds' | 'pause'> & { now: Instant },
): Promise<void> {
  const [first] = rounds;
  if (first === undefined) return;
  const bot = await lockOrMakeSeller(tx, userId, now);
  const limit = { limit: settings.dailyShareLimit };
  await changeLockedBot(tx, bot, { kind: 'settings_changed', now, settings, limit, opensSlot: false });
  await insertInventedRounds(tx, userId, rounds);
  const entry = (action: NewEntry['action'], at: Instant, details: string) => ({
    userId,
    action,
    at,
    details: `${details} ${mark}`,
  });
  await recordMany(tx, [
    entry('BOT_STARTED', first.startsAt - 1000, 'A round every 4 hours, up to 1,000 shares a day'),
    ...rounds.flatMap((round) => [
      entry('ROUND_STARTED', round.startsAt, planWords(kindOfDemo(round), round.shares.length)),
      entry('ROUND_FINISHED', round.endsAt, roundWords('done', sumsOf(round))),
    ]),
    entry('BOT_PAUSED', pause.startsAt, 'The marketplace asked for fewer requests'),
    entry('BOT_RESUMED', pause.endsAt, 'The pause was over'),
    entry('BOT_STOPPED', (rounds.at(-1)?.endsAt ?? now) + 1, 'After the last round'),
  ]);
}

function kindOfDemo({ visit, endsAt }: DemoRound): RoundKind {
  if (visit?.kind === 'party') return { kind: 'party', party: { id: 'demo', title: visit.title, endsAt } };
  return { kind: visit?.kind ?? 'self', party: null };
}

const sumsOf = (round: DemoRound) => {
  const { shares } = round;
  const of = (which: string) => shares.filter(({ outcome }) => outcome === which).length;
  return {
    ...kindOfDemo(round),
    planned: shares.length,
    shares: of('shared'),
    inFlight: 0,
    unknown: of('unknown'),
    failed: of('refused'),
  };
};
