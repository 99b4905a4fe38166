// What an experiment found: both groups with how unsure the difference is, and the numbers behind it.
import type { Experiment, Outcome } from '#contract/experiment/experiment.ts';
import { counted, roughly, wholeDay } from '#web/format/format.ts';
import { DoubtLine } from '#web/ui/figures/figures.tsx';
import { likesWords, per100, signed, verdictOf } from './experiment-words.ts';

export const Result = ({ experiment, timezone }: { experiment: Experiment; timezone: string }) => {
  const { outcomes, state, weeks, weeksCounted, listings, endsAt } = experiment;
  return (
    <section className="lines" aria-labelledby="experiment-result">
      <h3 className="lab" id="experiment-result">
        {state === 'stopped'
          ? 'You stopped the last experiment'
          : `The experiment that ended on ${wholeDay(endsAt ?? 0, timezone)}`}
      </h3>
      {foundOnce(outcomes ?? []).map((outcome) => (
        <Found key={outcome.outcome} outcome={outcome} />
      ))}
      {outcomes !== null && <Numbers outcomes={outcomes} />}
      <p className="small mute">
        {[
          `${counted(listings, 'listing')}, ${weeksCounted} of ${counted(weeks ?? 0, 'week')} counted.`,
          ...facts(experiment),
        ].join(' ')}
      </p>
    </section>
  );
};

/** What is missing for both is said once. */
const foundOnce = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.filter(({ why }, index) => why === null || outcomes.findIndex((one) => one.why === why) === index);

function facts({ sharesADay, readingMinutesOff, detectable }: Experiment): string[] {
  return [
    sharesADay === null
      ? ''
      : `A listing got ${sharesADay.usual.toFixed(1)} shares a day as usual, and ${sharesADay.onceADay.toFixed(1)} once a day.`,
    readingMinutesOff === null
      ? ''
      : `Likes were read within ${roughly(readingMinutesOff * 60_000)} of each week’s end.`,
    detectable === null || detectable.likesPercent === null
      ? ''
      : `Before it began, it could see a difference of ${likesWords(detectable)} in likes.`,
  ].filter((text) => text !== '');
}

const Found = ({ outcome }: { outcome: Outcome }) => {
  const { title, text } = verdictOf(outcome);
  return (
    <div className="lines-close">
      <h4 className="h-title">{title}</h4>
      <p>{text}</p>
      <Plot outcome={outcome} />
    </div>
  );
};

/** The bar is where "as usual" may truly be, seen from "once a day". Only their difference is known, so only one of them has a bar. */
const Plot = ({ outcome: of }: { outcome: Outcome }) => {
  const { outcome, usual, onceADay, low, high } = of;
  if (usual === null || onceADay === null || low === null || high === null) return null;
  const [from, to] = [onceADay + low, onceADay + high];
  const least = Math.min(0, from);
  const most = Math.max(usual, onceADay, to) * 1.08;
  const at = (rate: number): number => (100 * (rate - least)) / (most - least);
  return (
    <figure className="experiment-plot">
      <div aria-hidden="true">
        <span>As usual</span>
        <DoubtLine value={at(usual)} mark={at(onceADay)} range={{ from: at(from), to: at(to) }} />
        <b>{per100(usual, of)}</b>
        <span>Once a day</span>
        <DoubtLine value={at(onceADay)} mark={at(onceADay)} />
        <b>{per100(onceADay, of)}</b>
      </div>
      <figcaption className="small mute">
        {outcome === 'likes' ? 'Likes' : 'Sales'} of 100 listings in a week. The bar is the interval of 90%: where “as
        usual” may truly be, seen from “once a day”.
      </figcaption>
    </figure>
  );
};

type TableProps = { caption: string; columns: readonly string[]; rows: readonly (readonly [string, ...string[]])[] };

export const NumbersTable = ({ caption, columns, rows }: TableProps) => (
  <table className="numbers-table">
    <caption className="lab">{caption}</caption>
    <thead>
      <tr>
        <td />
        {columns.map((name) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...values]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {values.map((value, index) => (
            <td key={columns[index]}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const Numbers = ({ outcomes }: { outcomes: readonly Outcome[] }) => (
  <details className="fold">
    <summary>The numbers</summary>
    <NumbersTable
      caption="For 100 listings in a week"
      columns={outcomes.map(({ outcome }) => (outcome === 'likes' ? 'Likes' : 'Sales'))}
      rows={numberRows.map(({ name, of }) => [name, ...outcomes.map(of)])}
    />
  </details>
);

const known = (rate: number | null, write: (rate: number) => string): string =>
  rate === null ? 'not known' : write(rate);
const numberRows: readonly { name: string; of: (outcome: Outcome) => string }[] = [
  { name: 'As usual', of: (one) => known(one.usual, (rate) => per100(rate, one)) },
  { name: 'Once a day', of: (one) => known(one.onceADay, (rate) => per100(rate, one)) },
  { name: 'Difference', of: (one) => known(one.difference, (rate) => signed(rate, one)) },
  {
    name: 'Interval of 90%',
    of: (one) =>
      one.low === null || one.high === null ? 'not known' : `${signed(one.low, one)} to ${signed(one.high, one)}`,
  },
];
