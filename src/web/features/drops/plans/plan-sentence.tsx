// One plan as a sentence. Each part that can be changed is changed where it stands.
import { useId, useState } from 'react';
import { dropBounds } from '#domain/drops/plan.ts';
import { fullDate, shortDate } from '#web/format/format.ts';
import { Button } from '#web/ui/button.tsx';
import { X } from '#web/ui/icons.tsx';
import { ChoicePart, FloorPart, NumberPart, OpenPart } from '#web/ui/sentence/inline-parts.tsx';
import type { SentenceParts } from '#web/ui/sentence/sentence-list.tsx';
import type { PlanDraft } from './plan-draft.ts';

type Props = SentenceParts<PlanDraft> & {
  plan: PlanDraft;
  /** The seller's date, from which on a plan may have dates. */
  today: string;
};

export const PlanSentence = ({ plan, today, problemOf, onChange, which }: Props) => {
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

const DatesEditor = ({
  id,
  dates,
  today,
  onChange,
}: {
  id: string;
  dates: readonly string[];
  today: string;
  onChange: (dates: string[]) => void;
}) => {
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
