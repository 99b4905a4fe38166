// The choice of the days that the numbers are for. It is kept in the page's address.
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { Chips, Field } from '#web/ui/field.tsx';
import { type Period, type PeriodName, periodNames, periodQuery } from './period.ts';
import './period-picker.css';

const messages: Record<PeriodName, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
  all: 'All',
  own: 'Own dates',
};

export const PeriodPicker = ({ period }: { period: Period }) => {
  const [path, navigate] = useLocation();
  const [isChoosing, setChoosing] = useState(false);
  const go = (next: Period) => navigate(`${path}${periodQuery(next)}`, { replace: true });
  const choose = (chosen: PeriodName) => {
    setChoosing(chosen === 'own');
    if (chosen !== 'own') go({ name: chosen, from: null, to: null });
  };
  const chosen = isChoosing ? 'own' : period.name;
  return (
    <div className="periods">
      <Chips
        title="Period"
        options={periodNames.map((one) => [one, messages[one]] as const)}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === 'own' && (
        // The days that were shown are where most changes begin.
        <OwnDates
          key={`${period.from} ${period.to}`}
          period={period}
          onChoose={(days) => go({ name: 'own', ...days })}
        />
      )}
    </div>
  );
};

type Days = Pick<Period, 'from' | 'to'>;

const OwnDates = ({ period, onChoose }: { period: Period; onChoose: (days: Days) => void }) => {
  const [from, setFrom] = useState(period.from ?? '');
  const [to, setTo] = useState(period.to ?? '');
  const isReversed = from !== '' && to !== '' && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed && (from !== '' || to !== '')) onChoose({ from: from || null, to: to || null });
  };
  const bounds = { min: '2000-01-01', max: '2099-12-31' };
  return (
    <form className="own-dates" onSubmit={submit} noValidate>
      <Field label="First day" type="date" {...bounds} value={from} onChange={({ target }) => setFrom(target.value)} />
      <Field
        label="Last day"
        type="date"
        {...bounds}
        value={to}
        onChange={({ target }) => setTo(target.value)}
        error={isReversed ? 'Choose a day that isn’t before the first one' : undefined}
      />
      <Button type="submit">Show</Button>
    </form>
  );
};
