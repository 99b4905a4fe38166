// Whether times of day show as 6:00 PM or as 18:00.

let hours: 12 | 24 = 12;

/**
 * Follows the language of the browser, like the clocks around it: the texts stay English, but a seller whose browser says 24 hours
 * sees 18:00. The app calls it once when it starts. The public pages, which the build renders, show 6:00 PM.
 */
export const followClock = (locale?: string): void => {
  const cycle = hourCycleOf(locale);
  hours = cycle === 'h23' || cycle === 'h24' ? 24 : 12;
};

const hourCycleOf = (locale?: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle;
  } catch {
    // Some browsers name a language that `Intl` refuses, such as en-US@posix.
    return undefined;
  }
};

/** How `Intl` formats an hour and minute. */
export const clockOptions = (): Intl.DateTimeFormatOptions =>
  hours === 24
    ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' };

const two = (value: number): string => String(value).padStart(2, '0');
const half = (hour: number): string => (hour % 24 < 12 ? 'AM' : 'PM');
const onDial = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);

/** 9:30 PM or 21:30, of minutes since midnight. */
export const clockOfMinutes = (minutes: number): string => {
  const [hour, minute] = [Math.floor(minutes / 60), two(minutes % 60)];
  return hours === 24 ? `${two(hour)}:${minute}` : `${onDial(hour)}:${minute} ${half(hour)}`;
};

/** The name of a whole hour from 0 to 24 on an axis: 9 AM, Noon, or 09:00. */
export const hourName = (hour: number): string => {
  if (hours === 24) return `${two(hour)}:00`;
  return hour === 12 ? 'Noon' : `${onDial(hour)} ${half(hour)}`;
};

/** 6 PM of 6:00 PM, where space is short. */
export const withoutZeroMinutes = (time: string): string => time.replace(/:00(?= [AP]M)/, '');
