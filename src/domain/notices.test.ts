import { describe, expect, it, test } from 'vitest';
import {
  type DayFacts,
  nextSummaryAt,
  nextTry,
  noticeEvents,
  noticeTerms,
  summaryMail,
  summaryWords,
} from './notices.ts';

const noSales = { sales: 0, profitCents: null, salesWithoutCost: 0 };
const at = (text: string): number => Date.parse(text);
const minute = 60_000;
const hour = 60 * minute;

describe('a message that was not accepted', () => {
  it('is tried again with longer and longer pauses, six times in total', () => {
    const start = at('2026-11-21T12:00:00Z');
    const notice = { event: 'needs', at: start } as const;
    const tried: number[] = [];
    for (let [now, tries]: [number | null, number] = [start, 1]; now !== null; tries++) {
      tried.push(now - start);
      now = nextTry(notice, { tries, now });
    }
    expect(tried.map((ms) => ms / minute)).toEqual([0, 0.5, 2.5, 12.5, 52.5, 172.5]);
  });

  it('waits as long as the push service asks', () => {
    expect(nextTry({ event: 'needs', at: 0 }, { tries: 1, now: 0, retryAfterMs: hour })).toBe(hour);
    expect(nextTry({ event: 'needs', at: 0 }, { tries: 1, now: 0, retryAfterMs: 1 })).toBe(30_000);
  });

  it('is dropped if it would come too late to be useful', () => {
    expect(nextTry({ event: 'needs', at: 0 }, { tries: 1, now: 0, retryAfterMs: 25 * hour })).toBeNull();
    expect(nextTry({ event: 'stopped', at: 0 }, { tries: 1, now: 12 * hour })).toBeNull();
  });
});

describe('the daily summary', () => {
  test.each([
    ['2026-11-21T12:00:00Z', 'UTC', '2026-11-22T08:00:00Z'],
    ['2026-11-21T07:59:59Z', 'UTC', '2026-11-21T08:00:00Z'],
    ['2026-11-21T08:00:00Z', 'UTC', '2026-11-22T08:00:00Z'],
    ['2026-11-21T12:00:00Z', 'America/New_York', '2026-11-21T13:00:00Z'],
    // The night when the clocks go forward, and the one when they go back.
    ['2026-03-07T14:00:00Z', 'America/New_York', '2026-03-08T12:00:00Z'],
    ['2026-10-31T14:00:00Z', 'America/New_York', '2026-11-01T13:00:00Z'],
  ])('after %s in %s comes at %s', (now, zone, due) => {
    expect(new Date(nextSummaryAt(at(now), zone)).toISOString()).toBe(new Date(due).toISOString());
  });

  const calm: DayFacts = { confirmed: 0, refused: 0, unknown: 0, prices: 0, isPaused: false };
  test.each<[DayFacts, { title: string; body: string } | null]>([
    [calm, null],
    [{ ...calm, isPaused: true }, null],
    [
      { ...calm, confirmed: 1 },
      { title: 'Yesterday: 1 share confirmed', body: 'No action needed.' },
    ],
    [
      { confirmed: 1312, refused: 1, unknown: 2, prices: 3, isPaused: true },
      {
        title: 'Yesterday: 1,312 shares confirmed',
        body: '2 shares not confirmed. 1 share refused. 3 prices changed. Your bot is paused and needs you.',
      },
    ],
  ])('of %j is %j', (facts, words) => {
    expect(summaryWords(facts, noSales)).toEqual(words);
  });

  it.each([
    [{ sales: 3, profitCents: 4120, salesWithoutCost: 1 }, ['3 sales', '$41.20 profit', '1 has no cost']],
    [{ sales: 1, profitCents: -400, salesWithoutCost: 0 }, ['1 sale', '$4 loss']],
    [{ sales: 5, profitCents: 0, salesWithoutCost: 2 }, ['5 sales', '$0 profit', '2 have no cost']],
    [{ sales: 2, profitCents: null, salesWithoutCost: 2 }, ['2 sales', 'costs']],
  ])('names the sales and profit of %j', (sold, parts) => {
    const [alone, shared] = [summaryWords(calm, sold), summaryWords({ ...calm, confirmed: 9 }, sold)];
    for (const part of parts)
      expect([alone?.body, shared?.body]).toEqual([alone, shared].map(() => expect.stringContaining(part)));
    expect(alone?.title).toContain(parts[0]);
    expect(shared?.title).toContain('9 shares');
    // Costs to add are an action.
    if (sold.profitCents === null) expect(alone?.body).not.toMatch(/\$|No action/);
  });
});

it('says the same in a mail, with the way to the numbers and to the switch', () => {
  const words = summaryWords(
    { confirmed: 9, refused: 0, unknown: 0, prices: 0, isPaused: false },
    { sales: 3, profitCents: 4120, salesWithoutCost: 1 },
  );
  const mail = words && summaryMail(words, 'https://hangtag.example');
  expect(mail?.subject).toBe(words?.title);
  for (const part of [
    words?.title,
    words?.body,
    'https://hangtag.example/numbers',
    'https://hangtag.example/dashboard',
  ])
    expect(mail?.text).toContain(part);
});

it('has a topic that push services accept, for every event', () => {
  for (const event of [...noticeEvents, 'test'] as const) expect(noticeTerms[event].tag).toMatch(/^[a-z]{1,32}$/);
});
