import { expect, it } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { awakeSentence } from './awake.ts';

const slot = (startTime: string, endTime: string, enabled = true) => ({
  startTime,
  endTime,
  enabled,
  daysOfWeek: [1 as const],
});
const slots = (...scheduledSlots: ReturnType<typeof slot>[]) => ({
  ...standardSettings,
  useScheduledSlots: true,
  scheduledSlots,
});

it.each([
  ['without slots', standardSettings, null],
  ['with slots', slots(slot('08:00', '10:00'), slot('20:30', '22:00')), ['8:00 AM', '10:00 PM']],
  ['with one that is off', slots(slot('08:00', '10:00'), slot('05:00', '06:00', false)), ['8:00 AM', '10:00 AM']],
  ['with one over midnight', slots(slot('22:00', '02:00')), null],
])('a computer has to be awake from the first slot to the last: %s', (_, settings, times) => {
  const said = awakeSentence(settings).match(/\d+:\d\d [AP]M/g);
  expect(said).toEqual(times);
});
