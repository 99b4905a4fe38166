// Price drops by plan: the plans, the next four weeks, Closet Clear Out today, and the last runs.
import { useState } from 'react';
import type { DropCalendar as Calendar, SavedPlan } from '#contract/drops/drops.ts';
import { count, counted, longDay, shortDate, weekdayAndDay } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData, Section } from '#web/ui/panel.tsx';
import { clearOutPlan, draftsOf } from './plan-draft.ts';
import { PlansEditor } from './plans-editor.tsx';
import { PreviewSheet, type Shown } from './preview-sheet.tsx';
import { calendarQuery, plansQuery } from './queries.ts';
import { RunList } from './run-list.tsx';
import './drops.css';

const DropsSection = () => {
  const plans = useSteadyQuery(plansQuery);
  const calendar = useSteadyQuery(calendarQuery);
  const [shown, show] = useState<Shown | null>(null);
  if (plans.data === undefined || calendar.data === undefined) {
    const { error, refetch } = plans.data === undefined && plans.error !== null ? plans : calendar;
    return <NoData error={error} onRetry={refetch} lines={8} label="Loading your plans" />;
  }
  const saved = plans.data.plans;
  return (
    <div className="two-sides">
      <div className="drops-head spread">
        <p className="lead-s mute">
          Poshmark tells a listing’s likers when its price drops at least 10% below the lowest it ever was.
        </p>
        <Button look="primary" onClick={() => show(clearOut(saved))}>
          Closet Clear Out today
        </Button>
      </div>
      <PlansEditor
        saved={saved}
        today={calendar.data.days[0]?.date ?? ''}
        onPreview={(plan, isSaved) => show({ plan, run: isSaved ? 'saved' : 'none', isClearOut: false })}
      />
      <div className="drops-aside">
        <DropCalendar calendar={calendar.data} plans={saved} />
        <RunList calendar={calendar.data} />
      </div>
      <PreviewSheet
        shown={shown}
        saved={saved}
        onChoose={(plan) => show({ plan, run: 'saved', isClearOut: true })}
        onClose={() => show(null)}
      />
    </div>
  );
};

/** By the first plan that is on, or by a plan that is made for it. */
function clearOut(saved: Plans): Shown {
  const drafts = draftsOf(saved);
  const plan = drafts.find(({ enabled }) => enabled) ?? drafts[0];
  return { plan: plan ?? clearOutPlan(), run: plan === undefined ? 'save' : 'saved', isClearOut: true };
}

export default DropsSection;

type Plans = readonly SavedPlan[];

const DropCalendar = ({ calendar, plans }: { calendar: Calendar; plans: Plans }) => {
  const { days, currency } = calendar;
  const weeks = [0, 7, 14, 21].map((from) => days.slice(from, from + 7));
  const all = days.flatMap((day) => day.plans);
  const sum = sumOf(all, currency);
  return (
    <Section id="drop-weeks" title="Next four weeks" className="sentences drop-weeks">
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
                <Day key={day.date} day={day} isToday={row + column === 0} {...{ currency, plans }} />
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
    </Section>
  );
};

const nameOf = (planId: string, plans: Plans): string | undefined => plans.find(({ id }) => id === planId)?.name;

type DayProps = { day: Calendar['days'][number]; isToday: boolean; currency: string | null; plans: Plans };

const Day = ({ day, isToday, currency, plans }: DayProps) => {
  const { date } = day;
  const { drops, off } = sumOf(day.plans, currency);
  const by = day.plans.map((plan) => `${nameOf(plan.planId, plans) ?? 'A plan'}: ${count(plan.drops)}`).join(', ');
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
function nextWords({ days }: Calendar, plans: Plans): string {
  const next = days
    .flatMap(({ date, plans: due }) => due.map((plan) => ({ date, ...plan })))
    .find(({ drops }) => drops > 0);
  if (next === undefined) return '';
  const name = nameOf(next.planId, plans);
  return name === undefined ? '' : ` Next: “${name}” on ${longDay(noon(next.date), 'UTC')}.`;
}
