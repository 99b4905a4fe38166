// Starts an experiment: how long, and what it could see by then.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Experiment } from '#contract/experiment/experiment.ts';
import { counted } from '#web/format/format.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { likesWords, salesWords } from './experiment-words.ts';
import { useStartExperiment } from './queries.ts';

const offered = [4, 6, 8, 10, 12];

export const StartForm = ({ experiment: { next, state } }: { experiment: Experiment }) => {
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
