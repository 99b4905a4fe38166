// Numbers and times as the companion shows them.

const locale = 'en-US';
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const precise = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' });
const shortDay = new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric' });
const whole = new Intl.NumberFormat(locale);

/** Never broken before AM or PM. */
const timeText = (at: number): string => clock.format(at).replace(/\s/g, '\u00a0');
export const preciseTime = (at: number): string => precise.format(at);
export const dayText = (at: number): string => day.format(at);
export const countText = (count: number): string => whole.format(count);

const isSameDay = (one: number, other: number): boolean => day.format(one) === day.format(other);

/** "6:00 PM", or "Tomorrow, 6:00 PM", or "Fri, Mar 6, 6:00 PM" later. */
export const whenText = (at: number, now: number): string => {
  if (isSameDay(at, now)) return timeText(at);
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return `${isSameDay(at, tomorrow.getTime()) ? 'Tomorrow' : shortDay.format(at)}, ${timeText(at)}`;
};

/** "9:58" of ten minutes. */
export const leftText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
