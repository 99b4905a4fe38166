import { afterEach, expect, it } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import { pauseReasons, restPauses, standardSettings } from '#domain/bot/bot.ts';
import { followClock } from '#web/format/format.ts';
import { botSentence, type SentenceFacts } from './bot-sentence.ts';
import { pauseSteps } from './pause-steps.ts';
import { whyNoStart } from './stopped-sentence.ts';

const base: BotStatus = {
  isRunning: false,
  state: 'stopped',
  settings: standardSettings,
  shareStatus: {
    kind: 'self',
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
  sharesByKind: { self: 0, party: 0, back: 0 },
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
const round = {
  kind: 'self' as const,
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

it.each(pauseReasons)('a pause by %s has words of its own, and Resume exactly where the server takes it', (reason) => {
  const { happened } = botSentence(facts({ isRunning: true, state: 'paused', pauseReason: reason }));
  expect(happened).not.toBe(botSentence(facts({ isRunning: true, state: 'paused' })).happened);
  for (const transport of ['server', 'browser'] as const) {
    const actions = pauseSteps(reason, 'Poshmark', transport).map(({ action }) => action);
    expect(actions.includes('resume'), transport).toBe(!restPauses.includes(reason));
  }
  // A closet that the browser shares is mended there.
  const steps = JSON.stringify(pauseSteps(reason, 'Poshmark', 'browser'));
  expect(steps).not.toMatch(/[Rr]econnect|"panel"|username/);
});

it('the seller of a lost practice closet starts a new one, without a password that they never had', () => {
  const steps = pauseSteps('credentials_rejected', 'the practice marketplace');
  expect(steps[0]).toMatchObject({ action: 'panel' });
  expect(JSON.stringify(steps)).not.toMatch(/username|password|session/);
});

const inParty = {
  kind: 'party',
  party: 'Denim',
  isUnderWay: true,
  completedShares: 9,
  totalListings: 14,
  left: 5,
} as const;
const day = { limitReachedAt: '2026-03-05T17:00:00.000Z' };
const again = { startsAgainAt: '2026-03-06T05:00:00.000Z' };
const cut = { total: 1000, endsAt: '2026-03-05T18:40:00.000Z', isCut: true };

/** What differs for a seller, and a number or a time that the sentence must have. */
const situations: [string, SentenceFacts, RegExp][] = [
  ['no closet', facts({}, { connection: 'setup_required' }), /\./],
  ['a closet that was disconnected', facts({ totalShares: 9 }, { connection: 'setup_required' }), /\./],
  ['a connected closet', facts({}), /86/],
  [
    'a closet that is read',
    facts({ isRunning: true, state: 'waiting', reading: { seen: 480, total: 1200 } }),
    /480.*1,200/,
  ],
  [
    'a party that is shared to',
    facts({ isRunning: true, state: 'sharing', shareStatus: { ...base.shareStatus, ...inParty } }),
    /9 of 14.*Denim/,
  ],
  [
    'share-backs that are done',
    facts({ isRunning: true, state: 'waiting', shareStatus: { ...base.shareStatus, ...inParty, kind: 'back' } }),
    /9 of 14.*back/,
  ],
  ['a closet that is read for the first time', facts({ reading: { seen: 192 } }), /192/],
  ['a hold', facts({ isRunning: true, state: 'waiting', heldByOperator: true, sharesToday: 9 }), /9/],
  ['no active listings', facts({}, { activeListings: 0 }), /\./],
  ['the last listing sold', facts({ totalShares: 9 }, { activeListings: 0 }), /\./],
  ['all listings skipped', facts({ skippedListings: 12 }, { activeListings: 0 }), /12/],
  ['no listings, and a planned start', facts({ totalShares: 9, ...again }, { activeListings: 0 }), /12:00 AM/],
  ['a stopped bot', facts({ totalShares: 9, sharesToday: 9 }), /9/],
  ['a first connection with one step left', facts({}, { connection: 'connection_issue', activeListings: 0 }), /\./],
  ['a broken connection', facts({}, { connection: 'connection_issue' }), /\./],
  [
    'a browser that needs the seller',
    facts({ totalShares: 9 }, { connection: 'connection_issue', transport: 'browser' }),
    /\./,
  ],
  ['the limit', facts({ ...full, ...day }), /1,000 of 1,000/],
  ['a day of which a restore may have lost shares', facts({ ...full, assumedToday: 880 }), /\./],
  ['a restore', facts({ totalShares: 9, sharesToday: 9, assumedToday: 5 }), /4.*5/],
  ['the limit, and a planned start', facts({ ...full, ...day, ...again }), /12:00 AM/],
  ['the limit of 24 hours', facts({ ...full, limitFullUntil: '2026-03-06T13:20:00.000Z' }), /8:20 AM/],
  ['a raised limit, and a planned start', facts({ sharesToday: 900, totalShares: 900, ...again }), /900.*12:00 AM/],
  ['the day after', facts({ totalShares: 1000, limitReachedAt: '2026-03-04T17:00:00.000Z' }), /\./],
  [
    'a round',
    facts({ isRunning: true, state: 'sharing', shareStatus: round, nextRoundTime: '2026-03-05T23:00:00.000Z' }),
    /52 of 86.*6:00 PM/,
  ],
  [
    'a round that uses up the limit',
    facts({ isRunning: true, state: 'sharing', shareStatus: round }, { forecast: cut }),
    /52 of 86.*1,000/,
  ],
  [
    'a wait',
    facts({
      isRunning: true,
      state: 'waiting',
      shareStatus: { ...round, completedShares: 86 },
      nextRoundTime: '2026-03-06T14:00:00.000Z',
    }),
    /86 of 86.*9:00 AM/,
  ],
  ['slots that never open', facts({ isRunning: true, state: 'waiting' }), /\./],
  [
    'a pause with an end',
    facts({ isRunning: true, state: 'paused', pauseReason: 'rate_limited', resumesAt: '2026-03-05T18:20:00.000Z' }),
    /1:20 PM/,
  ],
  [
    'a pause without one',
    facts({ isRunning: true, state: 'paused', pauseReason: 'human_check', pausedAt: '2026-03-05T18:01:00.000Z' }),
    /1:01 PM/,
  ],
  [
    'a closed browser',
    facts({
      isRunning: true,
      state: 'waiting_for_browser',
      browserAway: 'asleep',
      browserLostAt: '2026-03-05T18:01:00.000Z',
    }),
    /\./,
  ],
  ['a removed browser', facts({ isRunning: true, state: 'waiting_for_browser', browserAway: 'none' }), /\./],
];
const said = (given: SentenceFacts): string => {
  const { happened, next } = botSentence(given);
  return `${happened} ${next}`;
};

it.each(situations)('%s is said with its numbers', (_, given, numbers) => {
  expect(said(given)).toMatch(numbers);
});

it('what a warning turned off is said, and until when', () => {
  const visitsOffUntil = '2026-03-12T05:00:00.000Z';
  const noteOf = (change: object) =>
    botSentence(
      facts({ isRunning: true, state: 'waiting', visitsOffUntil, settings: { ...standardSettings, ...change } }),
    ).note;
  expect(noteOf({ partySharing: true })).toMatch(/Party shares.*Mar 12/);
  expect(noteOf({ shareBack: true })).toMatch(/Share-backs.*Mar 12/);
});

it('no two situations are said alike', () => {
  expect(new Set(situations.map(([, given]) => said(given))).size).toBe(situations.length);
});

afterEach(() => followClock('en-US'));
it.each([
  ['New York', 'America/New_York', '2026-03-06T05:00:00.000Z', 'en-US'],
  ['New York', 'America/New_York', '2026-03-06T05:00:00.000Z', 'de-DE'],
  // The clocks go from midnight to one in the morning.
  ['Cairo', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 'en-US'],
  ['Cairo', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 'de-DE'],
])('at the limit the next day is tomorrow in %s (%s, %s) on the clock of %s', (_, timezone, limitFullUntil, locale) => {
  followClock(locale);
  const now = Date.parse(limitFullUntil) - 3_600_000;
  const atLimit = (until: string) => said(facts({ ...full, timezone, limitFullUntil: until }, { now }));
  expect(atLimit(limitFullUntil)).not.toMatch(/\d:\d\d/);
  expect(atLimit(new Date(Date.parse(limitFullUntil) + 3_600_000).toISOString())).toMatch(/\d:\d\d/);
});

it('what a pause’s message repeats is left out of the note', () => {
  const pausedBy = (pauseMessage: string) =>
    facts({ isRunning: true, state: 'paused', pauseReason: 'human_check', pauseMessage });
  const { happened } = botSentence(pausedBy('x'));
  expect(botSentence(pausedBy(`${happened} Sharing is paused. Look there.`)).note).toBe('Look there.');
});

const lowered = { effectiveLimit: 400, limitReason: 'share_limit', loweredUntil: '2026-03-12T18:01:00.000Z' } as const;
const sharing = { isRunning: true, state: 'sharing' as const, shareStatus: round };

it('a limit that a warning lowered is named with its end, and the bot pauses at it instead of stopping', () => {
  const { next, note } = botSentence(facts({ ...sharing, ...lowered }, { forecast: { ...cut, total: 400 } }));
  expect(next).toContain('400');
  expect(next).not.toBe(botSentence(facts({ ...sharing, effectiveLimit: 400 }, { forecast: cut })).next);
  expect(note).toContain('Mar 12');
});

it('a bot that starts again the next day is not said to stop for good', () => {
  const settings = { ...standardSettings, resumeDaily: true };
  const nextOf = (status: Partial<BotStatus>) => botSentence(facts({ ...sharing, ...status }, { forecast: cut })).next;
  expect(nextOf({ settings })).not.toBe(nextOf({}));
});

it('a note asks for no action only where none is asked for below it', () => {
  const running = { isRunning: true, state: 'waiting' as const, sharesToday: 5 };
  expect(botSentence(facts(running)).note).toContain('No action needed');
  expect(botSentence(facts(running, { isRisky: true })).note).not.toContain('No action needed');
});

it('more shares are never shown as a part of the limit, and offers are counted', () => {
  expect(botSentence(facts({ ...full, sharesToday: 364, dailyShareLimit: 50 })).happened).not.toContain('50');
  expect(botSentence(facts({ ...sharing, offers: { sent: 12, of: 40 } })).note).toMatch(/12 of 40/);
});

it.each<[string, SentenceFacts, boolean]>([
  ['ready', facts({}), true],
  ['running', facts({ isRunning: true, state: 'waiting' }), false],
  ['paused', facts({ isRunning: true, state: 'paused' }), false],
  ['not connected', facts({}, { connection: 'setup_required' }), false],
  ['at the limit', facts(full), false],
  // One share shows whether the check is done.
  ['at an open check', facts({ totalShares: 9 }, { connection: 'connection_issue', hasOpenCheck: true }), true],
])('Start gives no reason against it only where it works: %s', (_, given, works) => {
  expect(whyNoStart(given) === null).toBe(works);
});
