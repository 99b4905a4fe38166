// Does sharing sell? The seller's own experiment: what it could see, how it starts, how it goes, and what came out.

import { useState } from 'react';
import { Link } from 'wouter';
import type { Experiment } from '#contract/experiment/experiment.ts';
import { counted } from '#web/format/format.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { likesWords, salesWords } from './experiment-words.ts';
import { experimentQuery, useStartExperiment } from './queries.ts';
import { Result } from './result.tsx';
import { UnderWay } from './under-way.tsx';
import '#web/ui/fold.css';
import './experiment.css';

const ExperimentSection = ({ timezone }: { timezone: string }) => {
  const { data, error, refetch } = useSteadyQuery(experimentQuery);
  return (
    <div className="experiment">
      <section className="lines-close" aria-labelledby="experiment-title">
        <h2 className="disp" id="experiment-title">
          Does sharing sell?
        </h2>
        <p className="lead-s">
          The only way to know is to try it on your own closet. Each week, coin tosses pick half of your listings.
          Hangtag shares those only once a day, and the others as usual. Both halves are alike in price, age, and likes.
          At the end, you see what that did to likes and sales, and how sure it is.
        </p>
      </section>
      <div className="experiment-state">
        {data === undefined ? (
          <NoData error={error} onRetry={refetch} lines={6} label="Loading the experiment" />
        ) : (
          <State experiment={data} timezone={timezone} />
        )}
      </div>
      <HowItWorks />
    </div>
  );
};

export default ExperimentSection;

const State = ({ experiment, timezone }: { experiment: Experiment; timezone: string }) => {
  if (experiment.state === 'planned' || experiment.state === 'running')
    return <UnderWay experiment={experiment} timezone={timezone} />;
  return (
    <>
      {experiment.outcomes !== null && <Result experiment={experiment} timezone={timezone} />}
      <StartForm experiment={experiment} />
    </>
  );
};

const HowItWorks = () => (
  <details className="fold experiment-how">
    <summary>How this is computed</summary>
    <div className="lines-close small mute">
      <p>
        Listings that are alike form pairs. For each pair, a coin decides which one is shared as usual that week. The
        interval comes from tossing those coins again, 1,999 times: it leaves out only the differences that such tosses
        hardly ever make. On made-up closets where the truth is known, it held the truth nine times out of ten.
      </p>
      <p>
        Hangtag calls it a difference only if it’s even clearer than that, because two things are compared at once,
        likes and sales. Where sharing changes nothing, fewer than one experiment in ten says it does. A share may also
        help beyond its week, or draw attention away from other listings of yours. Both make the difference look
        smaller.
      </p>
    </div>
  </details>
);

const offered = [4, 6, 8, 10, 12];

const StartForm = ({ experiment: { next, state } }: { experiment: Experiment }) => {
  const [weeks, choose] = useState(8);
  const start = useStartExperiment();
  const isAgain = state !== null;
  if (next.listings < next.leastListings)
    return (
      <section className="lines-close" aria-labelledby="experiment-start">
        <h3 className="h-title" id="experiment-start">
          {isAgain ? 'Try it again' : 'Not yet'}
        </h3>
        <p>
          It takes at least {next.leastListings} listings that your bot shares, or chance decides more than sharing
          does. You have {next.listings}.
        </p>
        {next.listings === 0 && (
          <p>
            <Link className="btn line" href={paths.dashboard}>
              Connect your closet
            </Link>
          </p>
        )}
      </section>
    );
  const go = () =>
    whenDone(start.mutateAsync(weeks), {
      onSuccess: () => toastDone('Experiment planned', 'It begins at midnight. Keep your bot running.'),
      onError: (error) => toastFailure(error, 'Experiment not started', 'Hangtag couldn’t start it. Try again.'),
    });
  return (
    <section className="lines" aria-labelledby="experiment-start">
      <h3 className="h-title" id="experiment-start">
        {isAgain ? 'Try it again' : 'What you could find out'}
      </h3>
      <p>
        With your {counted(next.listings, 'listing')} and their likes so far, Hangtag would notice a difference of this
        size in four experiments out of five. It would probably miss a smaller one.
      </p>
      <fieldset className="experiment-weeks">
        <legend className="lab">How long</legend>
        {next.detectable
          .filter((choice) => offered.includes(choice.weeks))
          .map((choice) => (
            <label key={choice.weeks}>
              <input
                type="radio"
                name="experiment-weeks"
                checked={weeks === choice.weeks}
                onChange={() => choose(choice.weeks)}
              />
              <b>{choice.weeks} weeks</b>
              <span>
                <span className="mute">Likes: </span>
                {likesWords(choice)}
              </span>
              <span>
                <span className="mute">Sales: </span>
                {salesWords(choice)}
              </span>
            </label>
          ))}
      </fieldset>
      <div className="lines-close">
        <p className="mute">
          Let your bot make at least two rounds a day. Otherwise both halves get the same, and there’s nothing to
          compare. Half of your listings get fewer shares meanwhile, other ones each week. You can stop at any time.
          From the next round on, all of them are shared as usual again.
        </p>
        <p>
          <Button look="primary" onClick={go} isPending={start.isPending} pendingText="Starting…">
            Start at midnight
          </Button>
        </p>
      </div>
    </section>
  );
};
