// Does sharing sell? The seller's own experiment: what it could see, how it goes, and what came out.
import type { Experiment } from '#contract/experiment/experiment.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData } from '#web/ui/panel.tsx';
import { experimentQuery } from './queries.ts';
import { Result } from './result.tsx';
import { StartForm } from './start-form.tsx';
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
