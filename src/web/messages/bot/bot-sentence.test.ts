import { afterEach, describe, expect, it } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import { pauseReasons, restPauses, standardSettings } from '#domain/bot/bot.ts';
import { followClock } from '#web/format/clock.ts';
import { zoneNote } from '#web/format/format.ts';
import { botMessages } from './bot.ts';
import { botSentence, type SentenceFacts } from './bot-sentence.ts';
import { pauseSteps } from './pause-steps.ts';
import { whyNoStart } from './stopped-sentence.ts';

const base: BotStatus = {
  isRunning: false,
  state: 'stopped',
  settings: standardSettings,
  shareStatus: {
    isUnderWay: false,
    completedShares: 0,
    totalListings: 0,
    notConfirmed: 0,
    refused: 0,
    left: 0,
    lastSharedItem: null,
  },
  roundListings: 0,
  meanPauseMs: 2000,
  skippedListings: 0,
  today: { confirmed: 0, notConfirmed: 0, refused: 0 },
  last24Hours: { confirmed: 0, notConfirmed: 0, refused: 0 },
  sharesToday: 0,
  unknownToday: 0,
  totalShares: 0,
  dailyShareLimit: 1000,
  effectiveLimit: 1000,
  nextShareTime: null,
  nextRoundTime: null,
  consentNeeded: false,
  timezone: 'America/New_York',
  now: '2026-03-05T18:01:00.000Z',
};
/** Times name their zone if the machine that runs the tests is in another one. */
const zone = zoneNote(base.timezone);
const round = {
  isUnderWay: true,
  completedShares: 52,
  totalListings: 86,
  notConfirmed: 0,
  refused: 0,
  left: 34,
  lastSharedItem: null,
};
/** A day without any room until midnight in New York. */
const full = { sharesToday: 1000, totalShares: 1000, limitFullUntil: '2026-03-06T05:00:00.000Z' };
const facts = (status: Partial<BotStatus>, more: Partial<SentenceFacts> = {}): SentenceFacts => ({
  status: { ...base, ...status },
  connection: 'ready',
  marketplace: 'Poshmark',
  now: Date.parse(base.now),
  activeListings: 86,
  forecast: null,
  ...more,
});

describe('the bot’s sentence', () => {
  it('sends the seller of a closet that the browser shares to that browser', () => {
    const away = facts({ state: 'paused', pauseReason: 'marketplace_unavailable' }, { transport: 'browser' });
    expect(botSentence(away).happened).toBe('Your browser can’t get an answer from Poshmark.');
    const issue = { connection: 'connection_issue', transport: 'browser' } as const;
    const texts = JSON.stringify([botSentence(facts({ totalShares: 9 }, issue)), whyNoStart(facts({}, issue))]);
    expect(texts).toContain('Your browser needs you.');
    expect(texts).not.toMatch(/[Rr]econnect/);
    for (const reason of pauseReasons) {
      const steps = JSON.stringify(pauseSteps(reason, 'Poshmark', 'browser'));
      expect(steps, reason).not.toMatch(/[Rr]econnect|"panel"|username/);
    }
  });

  it.each(pauseReasons)('offers Resume for %s exactly where the server takes it', (reason) => {
    for (const transport of ['server', 'browser'] as const) {
      const actions = pauseSteps(reason, 'Poshmark', transport).map(({ action }) => action);
      expect(actions.includes('resume'), transport).toBe(!restPauses.includes(reason));
    }
  });

  it('tells the seller of a lost practice closet to start a new one, not to check a password that they never had', () => {
    const steps = pauseSteps('credentials_rejected', 'the practice marketplace');
    expect(steps[0]).toMatchObject({ title: 'Disconnect this practice closet', action: 'panel' });
    expect(JSON.stringify(steps)).not.toMatch(/username|password|session/);
    const lost = facts(
      { state: 'paused', pauseReason: 'credentials_rejected' },
      { marketplace: 'the practice marketplace' },
    );
    expect(botSentence(lost).happened).toBe('The practice marketplace doesn’t know your closet.');
  });

  it.each<[string, SentenceFacts, string, string]>([
    [
      'no closet',
      facts({}, { connection: 'setup_required' }),
      'Your closet isn’t connected yet.',
      'Connect it to get started.',
    ],
    [
      'a closet that was disconnected',
      facts({ totalShares: 9 }, { connection: 'setup_required' }),
      'Your closet isn’t connected.',
      'Connect it to share again.',
    ],
    ['a connected closet', facts({}), '86 listings ready to share.', 'Ready when you are.'],
    [
      'a closet that is read before its round',
      facts({ isRunning: true, state: 'waiting', reading: { seen: 480, total: 1200 }, sharesToday: 9 }),
      'Reading your closet, 480 of 1,200.',
      'The next round follows.',
    ],
    [
      'a closet that is read for the first time',
      facts({ reading: { seen: 192 } }),
      'Reading your closet, 192 so far.',
      'Ready when you are.',
    ],
    [
      'a bot that is held with all others',
      facts({ isRunning: true, state: 'waiting', heldByOperator: true, sharesToday: 9 }),
      '9 shares today.',
      'Nothing is shared for now.',
    ],
    ['one listing', facts({}, { activeListings: 1 }), '1 listing ready to share.', 'Ready when you are.'],
    [
      'a closet without active listings',
      facts({}, { activeListings: 0 }),
      'Your closet is connected.',
      'No listings to share yet.',
    ],
    [
      'a closet whose last listing is sold',
      facts({ totalShares: 9 }, { activeListings: 0 }),
      'The bot is stopped.',
      'No listings to share.',
    ],
    [
      'a closet whose listings all skip sharing',
      facts({ skippedListings: 12 }, { activeListings: 0 }),
      'All 12 listings skip sharing.',
      'Nothing to share.',
    ],
    [
      'a bot without listings that starts again on its own',
      facts({ totalShares: 9, startsAgainAt: '2026-03-06T05:00:00.000Z' }, { activeListings: 0 }),
      'The bot is stopped.',
      `Starts again automatically at 12:00 AM${zone} Friday.`,
    ],
    ['a stopped bot', facts({ totalShares: 9, sharesToday: 9 }), '9 shares today. Stopped.', 'Ready when you are.'],
    [
      'a first connection that waits for one more step',
      facts({}, { connection: 'connection_issue', activeListings: 0 }),
      'Your closet isn’t connected yet.',
      'One step is left.',
    ],
    [
      'a broken connection',
      facts({}, { connection: 'connection_issue' }),
      'Your closet needs reconnecting.',
      'The bot is stopped.',
    ],
    [
      'the limit',
      facts({ ...full, limitReachedAt: '2026-03-05T17:00:00.000Z' }),
      '1,000 of 1,000 shared today.',
      'Start it again tomorrow.',
    ],
    [
      'a day whose shares a restore may have lost',
      facts({ ...full, assumedToday: 880 }),
      'Today’s limit counts as used.',
      'Start it again tomorrow.',
    ],
    [
      'a bot after a restore',
      facts({ totalShares: 9, sharesToday: 9, assumedToday: 5 }),
      '4 shares today, plus up to 5 more. Stopped.',
      'Ready when you are.',
    ],
    [
      'the limit, with a start planned for the next day',
      facts({
        ...full,
        limitReachedAt: '2026-03-05T17:00:00.000Z',
        startsAgainAt: '2026-03-06T05:00:00.000Z',
      }),
      '1,000 of 1,000 shared today.',
      `Starts again automatically at 12:00 AM${zone} Friday.`,
    ],
    [
      'a full day of a bot that the seller stopped',
      facts(full),
      '1,000 of 1,000 shared today.',
      'Start it again tomorrow.',
    ],
    [
      'a limit that also covers the last 24 hours',
      facts({ ...full, limitFullUntil: '2026-03-06T13:20:00.000Z' }),
      '1,000 of 1,000 shared today.',
      `You can start it again at 8:20 AM${zone} Friday.`,
    ],
    [
      'a raised limit, with a start that stays planned',
      facts({ sharesToday: 900, totalShares: 900, startsAgainAt: '2026-03-06T05:00:00.000Z' }),
      '900 shares today. Stopped.',
      `Starts again automatically at 12:00 AM${zone} Friday.`,
    ],
    [
      'the day after the limit',
      facts({ sharesToday: 0, totalShares: 1000, limitReachedAt: '2026-03-04T17:00:00.000Z' }),
      'The bot is stopped.',
      'Ready when you are.',
    ],
    [
      'a round',
      facts({ isRunning: true, state: 'sharing', shareStatus: round, nextRoundTime: '2026-03-05T23:00:00.000Z' }),
      '52 of 86 shared this round.',
      `Next round at 6:00 PM${zone}.`,
    ],
    [
      'a round that uses up the limit',
      facts(
        { isRunning: true, state: 'sharing', shareStatus: round },
        { forecast: { total: 1000, endsAt: '2026-03-05T18:40:00.000Z', isCut: true } },
      ),
      '52 of 86 shared this round.',
      'Stops at your limit of 1,000.',
    ],
    [
      'a wait until tomorrow',
      facts({
        isRunning: true,
        state: 'waiting',
        shareStatus: { ...round, completedShares: 86 },
        nextRoundTime: '2026-03-06T14:00:00.000Z',
      }),
      '86 of 86 shared.',
      `Next round at 9:00 AM${zone} Friday.`,
    ],
    [
      'slots that never open',
      facts({ isRunning: true, state: 'waiting' }),
      'Waiting for the next round.',
      'No slot is open. Check your slots.',
    ],
    [
      'a pause that ends by itself',
      facts({ isRunning: true, state: 'paused', pauseReason: 'rate_limited', resumesAt: '2026-03-05T18:20:00.000Z' }),
      'Poshmark asked Hangtag to slow down.',
      `Resumes automatically at 1:20 PM${zone}.`,
    ],
    [
      'a pause that needs the seller',
      facts({ isRunning: true, state: 'paused', pauseReason: 'human_check', pausedAt: '2026-03-05T18:01:00.000Z' }),
      'Poshmark wants to verify you’re human.',
      `Paused at 1:01 PM${zone}.`,
    ],
    [
      'a browser that is closed',
      facts({
        isRunning: true,
        state: 'waiting_for_browser',
        browserAway: 'asleep',
        browserLostAt: '2026-03-05T18:01:00.000Z',
      }),
      'Your browser is closed or asleep.',
      'Open it, and sharing continues on its own.',
    ],
    [
      'a browser that was removed',
      facts({ isRunning: true, state: 'waiting_for_browser', browserAway: 'none' }),
      'No browser is paired.',
      'Pair one in the marketplace panel below.',
    ],
  ])('describes %s', (_, given, happened, next) => {
    expect(botSentence(given)).toMatchObject({ happened, next });
  });

  describe('at the limit', () => {
    afterEach(() => followClock('en-US'));
    const startsOfDays = [
      ['New York', 'America/New_York', '2026-03-06T05:00:00.000Z'],
      // The clocks go from midnight to one in the morning.
      ['Cairo, on a day that begins at one', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ] as const;
    it.each(startsOfDays.flatMap((day) => ['en-US', 'de-DE'].map((locale) => [...day, locale] as const)))(
      'names the next day in %s (%s, %s) on the clock of %s',
      (_, timezone, limitFullUntil, locale) => {
        followClock(locale);
        const now = Date.parse(limitFullUntil) - 3_600_000;
        const { next, note } = botSentence(facts({ ...full, timezone, limitFullUntil }, { now }));
        expect(next).toBe('Start it again tomorrow.');
        expect(note).toMatch(/Your next day begins at midnight/);
      },
    );
  });

  it.each(pauseReasons)('has words for a pause by %s', (pauseReason) => {
    const { happened } = botSentence(facts({ isRunning: true, state: 'paused', pauseReason }));
    expect(happened).toMatch(/\.$/);
    expect(happened).not.toBe('Sharing is paused.');
  });

  it.each([
    [
      'Poshmark wants to verify you’re human. Sharing is paused. Open Poshmark in your own browser.',
      'Open Poshmark in your own browser.',
    ],
    [
      'Poshmark asked for another check today. Wait 24 hours.',
      'Poshmark asked for another check today. Wait 24 hours.',
    ],
    [undefined, 'Nothing has been sent since.'],
  ])('of a pause doesn’t say twice what “%s” begins with', (pauseMessage, note) => {
    const paused = { isRunning: true, state: 'paused' as const, pauseReason: 'human_check' as const, pauseMessage };
    expect(botSentence(facts(paused)).note).toBe(note);
  });

  it.each([['waiting'], ['sharing']] as const)('while offers go out, with the bot %s, counts them', (state) => {
    const { note } = botSentence(facts({ isRunning: true, state, shareStatus: round, offers: { sent: 12, of: 40 } }));
    expect(note).toMatch(/^\*Sending offers, 12 of 40\.\* /);
  });

  it('says how the day ends, and when the limit will stop it', () => {
    const running = { isRunning: true, state: 'sharing' as const, sharesToday: 396 };
    const plan = { total: 774, endsAt: '2026-03-06T03:00:00.000Z', isCut: false };
    expect(botSentence(facts(running, { forecast: plan })).note).toBe(
      `About *774 shares by 10:00 PM${zone}*. 226 under today’s limit. No action needed.`,
    );
    expect(botSentence(facts(running, { forecast: { ...plan, isCut: true } })).note).toContain('stops there');
  });

  const lowered = {
    effectiveLimit: 400,
    limitReason: 'share_limit',
    loweredUntil: '2026-03-12T18:01:00.000Z',
  } as const;
  const cut = { total: 400, endsAt: '2026-03-05T18:40:00.000Z', isCut: true };

  it('names a limit that a warning lowered, its end, and that the bot only pauses at it', () => {
    const running = { isRunning: true, state: 'sharing' as const, shareStatus: round, ...lowered };
    const { next, note } = botSentence(facts(running, { forecast: cut }));
    expect(next).toBe('Pauses at today’s limit of 400.');
    expect(note).toContain('Your limit is 400 a day until Mar 12, after a warning from Poshmark.');
    expect(note).toContain(`reaches *400 around 1:40 PM${zone}* and pauses there until your next day.`);
  });

  it('doesn’t say that the bot stops for good where it starts again the next day', () => {
    const settings = { ...standardSettings, resumeDaily: true };
    const { next, note } = botSentence(
      facts({ isRunning: true, state: 'sharing', shareStatus: round, settings }, { forecast: cut }),
    );
    expect(next).toBe('Stops at your limit of 1,000 until your next day.');
    expect(note).toContain('and stops there until your next day.');
  });

  it('asks for no action only where none is asked for below it', () => {
    const running = { isRunning: true, state: 'waiting' as const, sharesToday: 5 };
    expect(botSentence(facts(running)).note).toBe('*5 shares today.* No action needed.');
    expect(botSentence(facts(running, { isRisky: true })).note).toBe('*5 shares today.*');
  });

  it('never shows more shares as a part of the limit', () => {
    const over = facts({ ...full, sharesToday: 364, dailyShareLimit: 50 });
    expect(botSentence(over).happened).toBe('364 shared today.');
  });

  it('says which moment a share limit ends at, and not another one', () => {
    const paused = { isRunning: true, state: 'paused' as const, pauseReason: 'share_limit' as const, ...lowered };
    const pauseMessage =
      'Poshmark temporarily blocked sharing (share jail). Sharing is paused and resumes automatically. Your limit is lower until March 12: 400 shares a day. No action needed.';
    const { happened, next, note } = botSentence(
      facts({ ...paused, pauseMessage, resumesAt: '2026-03-06T13:45:00.000Z' }),
    );
    expect(`${happened} ${next} ${note}`).toBe(
      `Poshmark temporarily blocked sharing (share jail). Resumes automatically at 8:45 AM${zone} Friday. Your limit is lower until March 12: 400 shares a day. No action needed.`,
    );
    const third = { ...paused, limitReason: 'rate_limited' as const };
    expect(botSentence(facts(third)).happened).toMatch(/slow down for the third time in 24 hours/);
  });

  it('lets a seller with an open check start the bot, and says that one share shows whether it is done', () => {
    const stopped = facts({ totalShares: 9 }, { connection: 'connection_issue', hasOpenCheck: true });
    expect(botSentence(stopped).note).toBe(
      'Complete the check there, then press Start Bot. Hangtag shares one listing first.',
    );
    expect(whyNoStart(stopped)).toBeNull();
  });
});

describe('why Start is disabled', () => {
  it.each<[string, SentenceFacts, string | null]>([
    ['ready', facts({}), null],
    ['running', facts({ isRunning: true, state: 'waiting' }), 'The bot is already running'],
    ['paused', facts({ isRunning: true, state: 'paused' }), 'The bot is paused, not stopped'],
    ['not connected', facts({}, { connection: 'setup_required' }), 'Connect your closet to start the bot'],
    [
      'at the limit',
      facts(full),
      `You’ve used your limit of 1,000 shares. You can start again at 12:00 AM${zone} Friday`,
    ],
  ])('is given when %s', (_, given, text) => {
    expect(whyNoStart(given)).toBe(text);
  });
});

it.each([
  ['Something went wrong in Hangtag. Try again.', 'Something went wrong in Hangtag.'],
  ['Many people are using this right now. Try again in a moment.', 'Many people are using this right now.'],
  ['This account no longer exists. Sign in again.', 'This account no longer exists. Sign in again.'],
])('an outage does not ask for what Hangtag does anyway: %s', (message, shown) => {
  expect(botMessages.refused(message)).toBe(shown);
});
