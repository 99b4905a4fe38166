// An experiment that is planned or running: which week it is, and that both groups are alike. Nothing of its outcome.
import { useState } from 'react';
import type { Experiment, Group } from '#contract/experiment/experiment.ts';
import { count, counted, wholeDay } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { areSharedAlike, likesWords, salesWords } from './experiment-words.ts';
import { useStopExperiment } from './queries.ts';
import { NumbersTable } from './result.tsx';

export const UnderWay = ({ experiment, timezone }: { experiment: Experiment; timezone: string }) => {
  const { state, weeks, endsAt, detectable, weeksMissed, groups } = experiment;
  const now = useNow(60_000);
  return (
    <section className="lines" aria-labelledby="experiment-now">
      <div className="lines-close">
        <h3 className="h-title" id="experiment-now">
          {titleOf(experiment, now)}
        </h3>
        <Weeks experiment={experiment} />
        <p>
          {state === 'planned' && `${counted(experiment.listings, 'listing')} take part, for ${weeks} weeks. `}
          The result comes on {wholeDay(endsAt ?? now, timezone)}.
          {detectable !== null &&
            ` By then, Hangtag would see a difference of ${likesWords(detectable)} in likes; in sales, ${salesWords(detectable)}.`}
        </p>
        {weeksMissed > 0 && (
          <p className="mute">
            {counted(weeksMissed, 'week')} can’t count, because your closet couldn’t be read within a day of midnight.
          </p>
        )}
      </div>
      {groups !== null && (
        <NumbersTable
          caption="This week’s groups"
          columns={['As usual', 'Once a day']}
          rows={rows.map(({ name, of }) => [name, of(groups.usual), of(groups.onceADay)])}
        />
      )}
      {areSharedAlike(experiment, now) && (
        <p>
          <b>Both groups get about the same number of shares.</b> Let your bot make at least two rounds a day, or there
          will be nothing to compare.
        </p>
      )}
      {state === 'running' && (
        <p className="mute">
          You’ll see likes and sales only at the end. If you looked every week and stopped when it looked good, you’d
          find differences where there are none. The estimate in your bot’s settings still counts every listing in every
          round.
        </p>
      )}
      <Stop experiment={experiment} />
    </section>
  );
};

function titleOf({ week, weeks, startsAt }: Experiment, now: number): string {
  if (week !== null) return `Week ${week} of ${weeks}`;
  return Date.parse(startsAt ?? '') > now ? 'Begins tonight at midnight' : 'Waiting for the next week';
}

const Weeks = ({ experiment: { weeks, week, weeksCounted, weeksMissed } }: { experiment: Experiment }) => {
  const over = weeksCounted + weeksMissed;
  return (
    <ol className="experiment-progress" aria-hidden="true">
      {Array.from({ length: weeks ?? 0 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a week is its number
        <li key={index} className={index < over ? 'over' : index + 1 === week ? 'under-way' : undefined} />
      ))}
    </ol>
  );
};

const rows: readonly { name: string; of: (group: Group) => string }[] = [
  { name: 'Listings', of: ({ listings }) => count(listings) },
  {
    name: 'Average price',
    of: ({ averagePriceCents }) => (averagePriceCents === null ? 'not known' : wholeDollars(averagePriceCents / 100)),
  },
  {
    name: 'Average age',
    of: ({ averageAgeDays }) => (averageAgeDays === null ? 'not known' : counted(averageAgeDays, 'day')),
  },
  { name: 'Shares per listing a day', of: ({ sharesADay }) => sharesADay.toFixed(1) },
];

const Stop = ({ experiment: { state, weeksCounted } }: { experiment: Experiment }) => {
  const [isAsking, ask] = useState(false);
  const stop = useStopExperiment();
  const go = () =>
    whenDone(stop.mutateAsync(undefined), {
      onSuccess: () => toastDone('Experiment stopped', 'All listings are shared as usual from the next round on.'),
      onError: (error) => toastFailure(error, 'Experiment not stopped', 'Hangtag couldn’t stop it. Try again.'),
      onSettled: () => ask(false),
    });
  return (
    <p>
      <Button look="danger" onClick={() => ask(true)}>
        {state === 'planned' ? 'Call it off' : 'Stop the experiment'}
      </Button>
      <ConfirmDialog
        title={state === 'planned' ? 'Call off the experiment?' : 'Stop the experiment?'}
        isOpen={isAsking}
        onClose={() => ask(false)}
        verb={state === 'planned' ? 'Call it off' : 'Stop it'}
        look="danger"
        keep="Keep it"
        isPending={stop.isPending}
        pendingText="Stopping…"
        onGo={go}
      >
        <p>
          {state === 'planned'
            ? 'It hasn’t begun, so nothing is lost.'
            : `This week won’t count. ${weeksCounted < 3 ? 'Fewer than three weeks are over, so there will be no result.' : `You’ll see what the ${weeksCounted} finished weeks say.`} It can’t go on afterwards.`}
        </p>
      </ConfirmDialog>
    </p>
  );
};
