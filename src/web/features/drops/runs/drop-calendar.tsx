// The next four weeks: on which days how many prices drop, and by how much.
import type { DropCalendar as Calendar, SavedPlan } from '#contract/drops/drops.ts';
import { count, counted, longDay, shortDate, weekdayAndDay } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';

type Props = { calendar: Calendar; plans: readonly SavedPlan[] };

export const DropCalendar = ({ calendar, plans }: Props) => {
  const weeks = Array.from({ length: 4 }, (_, week) => calendar.days.slice(week * 7, week * 7 + 7));
  const sum = sumOf(
    calendar.days.flatMap((day) => day.plans),
    calendar.currency,
  );
  return (
    <section className="sentences drop-weeks" aria-labelledby="drop-weeks">
      <h2 className="h-title" id="drop-weeks">
        Next four weeks
      </h2>
      <table>
        <caption className="sr">Price drops by day, if nothing sells and you change no price</caption>
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th key={date} scope="col">
                <span aria-hidden="true">{utcWeekday(date, 'short')}</span>
                <span className="sr">{utcWeekday(date, 'long')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={week[0]?.date}>
              {week.map((day, column) => (
                <Day
                  key={day.date}
                  day={day}
                  isToday={row + column === 0}
                  currency={calendar.currency}
                  names={day.plans.map(({ planId }) => plans.find(({ id }) => id === planId)?.name ?? 'A plan')}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small mute">
        {sum.drops === 0
          ? 'No price drops in these weeks.'
          : `${counted(sum.drops, 'drop')}${sum.off === '' ? '' : `, ${sum.off} off`}, if nothing sells and you change no price.`}
        {nextWords(calendar, plans)}
      </p>
    </section>
  );
};

type DayProps = {
  day: Calendar['days'][number];
  isToday: boolean;
  currency: string | null;
  names: readonly string[];
};

const Day = ({ day: { date, plans }, isToday, currency, names }: DayProps) => {
  const { drops, off } = sumOf(plans, currency);
  const by = plans.map((plan, index) => `${names[index]}: ${count(plan.drops)}`).join(', ');
  const isFirst = date.endsWith('-01');
  return (
    <td className={drops > 0 ? 'has' : undefined} aria-current={isToday ? 'date' : undefined} title={by || undefined}>
      <time dateTime={date}>{isToday || isFirst ? shortDate(date) : Number(date.slice(8))}</time>
      {drops > 0 && (
        <>
          <b>{count(drops)}</b>
          <span className="sr">{` ${drops === 1 ? 'drop' : 'drops'}${off === '' ? '' : `, ${off} off`}. ${by}.`}</span>
          {off !== '' && <span aria-hidden="true">−{off}</span>}
        </>
      )}
    </td>
  );
};

/** Noon in UTC is the same date in its name. */
const noon = (date: string): string => `${date}T12:00:00Z`;
const utcWeekday = (date: string, length: 'short' | 'long'): string =>
  (length === 'short' ? weekdayAndDay : longDay)(noon(date), 'UTC').split(',')[0] ?? '';

/** `off`: the amount in words; empty where it isn't known. */
function sumOf(plans: readonly Calendar['days'][number]['plans'][number][], currency: string | null) {
  const drops = plans.reduce((sum, plan) => sum + plan.drops, 0);
  const cents = plans.reduce((sum, plan) => sum + (plan.offCents ?? 0), 0);
  return { drops, off: currency === null ? '' : wholeDollars(cents / 100, currency) };
}

/** “ Next: “Weekly drop” on Monday, March 6.” */
function nextWords({ days }: Calendar, plans: readonly SavedPlan[]): string {
  const next = days
    .flatMap(({ date, plans: due }) => due.map((plan) => ({ date, ...plan })))
    .find(({ drops }) => drops > 0);
  if (next === undefined) return '';
  const name = plans.find(({ id }) => id === next.planId)?.name;
  return name === undefined ? '' : ` Next: “${name}” on ${longDay(noon(next.date), 'UTC')}.`;
}
