// Edits the plans in order, and saves them.
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { DropPlans, type SavedPlan } from '#contract/drops/drops.ts';
import { dropBounds } from '#domain/drops/plan.ts';
import { fullDate, shortDate } from '#web/format/format.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Plus, X } from '#web/ui/icons.tsx';
import { ChoicePart, FloorPart, NumberPart, OpenPart } from '#web/ui/sentence/inline-parts.tsx';
import { SentenceList, type SentenceParts } from '#web/ui/sentence/sentence-list.tsx';
import { SaveBar, useDraft } from '#web/ui/sentence/use-draft.tsx';
import { anotherPlan, bodyOf, draftsOf, type PlanDraft, startingPlan } from './plan-draft.ts';
import { useSavePlans } from './queries.ts';

/** `isSaved`: the plan is as it was saved, so it can be run. */
type Preview = (plan: PlanDraft, isSaved: boolean) => void;
type Props = { saved: readonly SavedPlan[]; today: string; onPreview: Preview };

export const PlansEditor = ({ saved, today, onPreview }: Props) => {
  const { data: listings = [] } = useQuery(listingsQuery);
  const edited = useDraft({ noun: 'plans', saved: draftsOf(saved), schema: DropPlans, bodyOf, save: useSavePlans() });
  const { draft: plans, isChanged, change } = edited;
  return (
    <section className="sentences" aria-labelledby="drop-plans">
      <div className="sentences-head">
        <h2 className="h-title" id="drop-plans">
          Plans
        </h2>
        {plans.length > 1 && (
          <p className="small mute">A listing drops once a day at most, by the first plan that fits.</p>
        )}
      </div>
      {plans.length === 0 ? (
        <div className="lines-close">
          <p>You have no plans yet, so prices drop only when you change them.</p>
          <p className="mute">
            A sensible start drops what has waited for a month: each week, 10% below the lowest price, no listing more
            often than every two weeks, and nothing below its floor price.
          </p>
          <div className="answers">
            <Button look="ink" onClick={() => change([startingPlan()])}>
              A sensible start
            </Button>
            <Button onClick={() => change([anotherPlan(1)])}>Make your own</Button>
          </div>
        </div>
      ) : (
        <>
          <SentenceList
            noun="plan"
            items={plans}
            problems={edited.problems}
            listings={listings}
            onChange={change}
            says={(plan, parts) => <PlanSentence plan={plan} today={today} {...parts} />}
            foot={(plan, _, name) => (
              <div className="answers">
                {!plan.enabled && <span className="small mute">Off. It runs only when you say so.</span>}
                <Button isSmall onClick={() => onPreview(plan, plan.id !== null && !isChanged)}>
                  Preview<span className="sr">{` ${name}`}</span>
                </Button>
              </div>
            )}
          />
          {plans.length < dropBounds.plans && (
            <Button icon={<Plus />} onClick={() => change([...plans, anotherPlan(plans.length + 1)])}>
              Add a plan
            </Button>
          )}
        </>
      )}
      {(isChanged || saved.length > 0) && <SaveBar noun="plans" {...edited} />}
    </section>
  );
};

type SentenceProps = SentenceParts<PlanDraft> & { plan: PlanDraft; today: string };

/** `today`: the seller's date, from which on a plan may have dates. */
const PlanSentence = ({ plan, today, problemOf, onChange, which }: SentenceProps) => {
  const dates = useId();
  const [isOpen, open] = useState(false);
  const number = (part: 'percent' | 'everyDays' | 'mostADay' | 'restDays', label: string) => (
    <NumberPart
      label={label}
      value={plan[part] ?? Number.NaN}
      bounds={dropBounds[part]}
      problem={problemOf(part)}
      onChange={(value) => onChange({ [part]: value })}
    />
  );
  return (
    <>
      <p className="rule-says">
        <ChoicePart
          label="When"
          value={plan.dates === undefined ? 'days' : 'dates'}
          choices={whens}
          problem={problemOf('everyDays')}
          onChange={(when) =>
            onChange(when === 'days' ? { everyDays: 7, dates: undefined } : { everyDays: undefined, dates: [today] })
          }
        />{' '}
        {plan.dates === undefined ? (
          <>
            {number('everyDays', 'Days between two runs')}
            {plan.everyDays === 1 ? ' day' : ' days'}
          </>
        ) : (
          <OpenPart
            isOpen={isOpen}
            aria-controls={dates}
            aria-invalid={plan.dates.some((_, index) => problemOf(`dates.${index}`)) || undefined}
            onClick={() => open(!isOpen)}
          >
            <span className="sr">Dates: </span>
            {datesInWords(plan.dates, today)}
          </OpenPart>
        )}
        {' from '}
        <input
          className="part"
          type="time"
          aria-label="Time of day"
          aria-invalid={problemOf('at') !== undefined || undefined}
          value={plan.at}
          onChange={({ target }) => onChange({ at: target.value })}
        />
        {', drop '}
        {which}
        {' to '}
        <span className="unbroken">{number('percent', 'Percent below the lowest price')}%</span>
        {' below their lowest price, at most '}
        {number('mostADay', 'Drops a day')}
        {' a day. Leave out what changed in the last '}
        {number('restDays', 'Days of rest after a change')}
        {plan.restDays === 1 ? ' day' : ' days'}
        {'. '}
        <FloorPart floor={plan.floor} problemOf={problemOf} onChange={(floor) => onChange({ floor })} />
        {'.'}
      </p>
      {plan.dates !== undefined && isOpen && (
        <DatesEditor id={dates} dates={plan.dates} today={today} onChange={(next) => onChange({ dates: next })} />
      )}
    </>
  );
};

const whens = [
  ['days', 'Every'],
  ['dates', 'On'],
] as const;

/** With its year, unless that is this one. */
const dateName =
  (today: string) =>
  (date: string): string =>
    date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : fullDate(date);

/** “Dec 4 and Dec 11”, “Dec 4, Dec 11, and 3 more”. */
function datesInWords(dates: readonly string[], today: string): string {
  if (dates.length === 0) return 'no date yet';
  const nameOf = dateName(today);
  const shown = dates.length <= 3 ? dates.map(nameOf) : [...dates.slice(0, 2).map(nameOf), `${dates.length - 2} more`];
  return new Intl.ListFormat('en-US').format(shown);
}

type DatesProps = { id: string; dates: readonly string[]; today: string; onChange: (dates: string[]) => void };

const DatesEditor = ({ id, dates, today, onChange }: DatesProps) => {
  const [picked, pick] = useState('');
  const field = useId();
  const add = () => {
    if (picked !== '') onChange([...new Set([...dates, picked])].sort());
    pick('');
  };
  return (
    <fieldset className="match-editor" id={id}>
      <legend className="sr">Dates</legend>
      <ul className="names wide" aria-label="Dates">
        {dates.map((date) => (
          <li key={date}>
            <button type="button" onClick={() => onChange(dates.filter((one) => one !== date))}>
              <span className="sr">Remove </span>
              {dateName(today)(date)}
              <X />
            </button>
          </li>
        ))}
      </ul>
      <div className="field">
        <label htmlFor={field}>Add a date</label>
        <input
          id={field}
          className="input"
          type="date"
          min={today}
          value={picked}
          onChange={({ target }) => pick(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
      </div>
      <Button className="drop-add-date" onClick={add}>
        Add this date
      </Button>
    </fieldset>
  );
};
