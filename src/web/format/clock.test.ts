import { afterEach, expect, it } from 'vitest';
import { clockOfMinutes, followClock, hourName, withoutZeroMinutes } from './clock.ts';
import { clockSeconds, clockTime, formatWhen } from './format.ts';

const zone = 'America/New_York';
const evening = Date.parse('2026-03-05T23:00:41Z');

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
  expect(clockTime(evening, zone)).toBe(time);
  expect(clockSeconds(evening, zone)).toBe(seconds);
  expect(formatWhen(evening, evening, zone, zone)).toBe(sentence);
  expect(withoutZeroMinutes(clockTime(evening, zone))).toBe(short);
  expect([5, 720, 1290].map(clockOfMinutes)).toEqual(minutes);
  expect([0, 9, 12, 18, 24].map(hourName)).toEqual(hours);
});
