import { afterEach, describe, expect, it } from 'vitest';
import {
  clockOfMinutes,
  clockSeconds,
  clockTime,
  clockTimeNear,
  followClock,
  formatWhen,
  fullDate,
  fullTime,
  hourName,
  placedTime,
  shortDay,
  wholeDay,
  withoutZeroMinutes,
  zoneNote,
  zonePlace,
} from './format.ts';

const at = (text: string) => Date.parse(text);
const now = at('2026-03-05T18:01:00Z');
const newYork = 'America/New_York';

it('a date that may be years ago has its year', () => {
  expect([fullDate('2024-03-06'), fullDate('2026-03-06')]).toEqual(['Mar 6, 2024', 'Mar 6, 2026']);
});

describe('a time of the day', () => {
  it.each([
    ['today', '2026-03-05T23:00:00Z', '6:00 PM', 'at 6:00 PM', 'at 6:00 PM ET'],
    ['tomorrow', '2026-03-06T14:00:00Z', 'Friday 9:00 AM', 'at 9:00 AM Friday', 'at 9:00 AM ET Friday'],
    ['beyond a week', '2026-03-14T13:00:00Z', 'Mar 14, 9:00 AM', 'on Mar 14 at 9:00 AM', 'on Mar 14 at 9:00 AM ET'],
  ])('of %s is short in a list, and names its zone in a sentence only for devices elsewhere', (_, when, ...texts) => {
    const [inList, here, elsewhere] = texts;
    expect(clockTimeNear(when, now, newYork)).toBe(inList);
    expect(formatWhen(when, now, newYork, newYork)).toBe(here);
    expect(formatWhen(when, now, newYork, 'Europe/Berlin')).toBe(elsewhere);
  });

  it('late in the evening still belongs to the seller’s own day', () => {
    const late = at('2026-03-06T03:30:00Z');
    expect([shortDay(late, newYork), wholeDay(late, newYork)]).toEqual(['Mar 5', 'March 5, 2026']);
    expect(wholeDay(late, 'UTC')).toBe('March 6, 2026');
  });

  it.each([
    ['America/New_York', 'New York', '6:00 PM ET', 'Thursday, March 5, 2026, 6:00:41 PM New York'],
    ['Europe/Berlin', 'Berlin', '12:00 AM Berlin time', 'Friday, March 6, 2026, 12:00:41 AM Berlin'],
    [
      'America/Argentina/Buenos_Aires',
      'Buenos Aires',
      '8:00 PM Buenos Aires time',
      'Thursday, March 5, 2026, 8:00:41 PM Buenos Aires',
    ],
    // No browser knows it, so the time is in UTC, and says so.
    ['Etc/Unknown', 'UTC', '11:00 PM UTC', 'Thursday, March 5, 2026, 11:00:41 PM UTC'],
    ['UTC', 'UTC', '11:00 PM UTC', 'Thursday, March 5, 2026, 11:00:41 PM UTC'],
  ])('in %s shows its zone on a device elsewhere', (zone, place, short, whole) => {
    const when = at('2026-03-05T23:00:41Z');
    expect(zonePlace(zone)).toBe(place);
    expect(placedTime(when, zone, 'Asia/Tokyo')).toBe(short);
    expect(placedTime(when, zone, zone)).toBe(short.replace(/M .*/, 'M'));
    expect(zoneNote(zone, zone)).toBe('');
    expect(fullTime(when, zone)).toBe(whole);
  });
});

const evening = at('2026-03-05T23:00:41Z');

afterEach(() => followClock('en-US'));

it.each([
  [
    'en-US',
    '6:00 PM',
    '6:00:41 PM',
    'at 6:00 PM',
    '6 PM',
    ['12:05 AM', '12:00 PM', '9:30 PM'],
    ['12 AM', '9 AM', 'Noon', '6 PM', '12 AM'],
  ],
  [
    'en-GB',
    '18:00',
    '18:00:41',
    'at 18:00',
    '18:00',
    ['00:05', '12:00', '21:30'],
    ['00:00', '09:00', '12:00', '18:00', '24:00'],
  ],
  [
    'de-DE',
    '18:00',
    '18:00:41',
    'at 18:00',
    '18:00',
    ['00:05', '12:00', '21:30'],
    ['00:00', '09:00', '12:00', '18:00', '24:00'],
  ],
])('in a browser that speaks %s the evening is %s', (locale, time, seconds, sentence, short, minutes, hours) => {
  followClock(locale);
  expect(clockTime(evening, newYork)).toBe(time);
  expect(clockSeconds(evening, newYork)).toBe(seconds);
  expect(formatWhen(evening, evening, newYork, newYork)).toBe(sentence);
  expect(withoutZeroMinutes(clockTime(evening, newYork))).toBe(short);
  expect([5, 720, 1290].map(clockOfMinutes)).toEqual(minutes);
  expect([0, 9, 12, 18, 24].map(hourName)).toEqual(hours);
});
