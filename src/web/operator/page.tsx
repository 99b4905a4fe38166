// The operator page: the state of the whole installation at a glance, and the hold of all bots.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorOverview } from '#contract/operation.ts';
import { clockSeconds, count, formatWhen } from '#web/format/format.ts';
import { operatorMessages as messages } from '#web/messages/operator.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { HoldSection } from './hold-section.tsx';
import { timeNear, zone } from './parts.tsx';
import { problemsOf } from './problems.ts';
import { isSignedOut, overviewQuery, useSignOut } from './queries.ts';
import { Backup, Bots, Health, Jobs, Load, Marketplaces, Processes, Refused } from './sections.tsx';
import { SignIn } from './sign-in.tsx';
import { Steps } from './steps-section.tsx';
import './operator.css';

type Whole = OperatorOverview & { installation: NonNullable<OperatorOverview['installation']> };
const isWhole = (overview: OperatorOverview): overview is Whole => overview.installation !== null;

export const OperatorPage = () => {
  const { data, error, dataUpdatedAt } = useQuery(overviewQuery);
  // If the database is away, what was read last stays on the page, with its time.
  const [last, setLast] = useState<{ overview: Whole; at: number } | null>(null);
  if (data && isWhole(data) && last?.at !== dataUpdatedAt) setLast({ overview: data, at: dataUpdatedAt });

  if (isSignedOut(error)) return <SignIn />;
  if (data === undefined && error === null) return <Spinner label="Loading…" isVisible />;
  const whatIsAway = error !== null ? 'server' : data?.installation === null ? 'database' : null;
  return (
    <div className="op wrap">
      <header className="op-top">
        <span className="brand">
          <BrandMark />
        </span>
        <span className="op-name">{messages.name}</span>
        <p className="op-updated small mute">
          {last !== null && <span title="Refreshes every 10 seconds">Updated {clockSeconds(last.at, zone)}</span>}
        </p>
        <SignOut />
      </header>
      <main>
        {whatIsAway !== null && <Away what={whatIsAway} since={last?.at ?? null} />}
        {last === null ? <h1 className="sr">{messages.name}</h1> : <Overview overview={last.overview} />}
      </main>
    </div>
  );
};

const SignOut = () => {
  const signOut = useSignOut();
  return (
    <Button look="bare" onClick={() => signOut.mutate()}>
      Sign out
    </Button>
  );
};

const Away = ({ what, since }: { what: 'server' | 'database'; since: number | null }) => (
  <div className="op-away" role="alert">
    <b>{what === 'server' ? messages.away.title : 'The database doesn’t answer.'}</b>{' '}
    {what === 'database' && `${'Hangtag is running. Check PostgreSQL and its disk.'} `}
    {since !== null && `Showing data from ${clockSeconds(since, zone)}. `}
    Trying again every 10 seconds.
  </div>
);

const Overview = ({ overview: { installation, isPausedBySetting, version, now: serverTime } }: { overview: Whole }) => {
  const now = Date.parse(serverTime);
  return (
    <>
      <Verdict installation={installation} isPausedBySetting={isPausedBySetting} now={now} />
      <Load load={installation.load} database={installation.database} now={now} />
      <div className="op-columns">
        <div>
          <HoldSection hold={installation.hold} holds={installation.holds} now={now} />
          <Processes processes={installation.processes} now={now} />
          <Jobs jobs={installation.jobs} now={now} />
          <Steps steps={installation.steps} now={now} />
        </div>
        <div>
          <Bots bots={installation.bots} now={now} />
          <Marketplaces marketplaces={installation.marketplaces} budgets={installation.budgets} now={now} />
          <Refused refused={installation.refused} />
          <Backup backup={installation.backup} now={now} />
          <Health database={installation.database} version={version} />
        </div>
      </div>
    </>
  );
};

const Verdict = ({
  installation,
  isPausedBySetting,
  now,
}: Pick<Whole, 'installation' | 'isPausedBySetting'> & { now: number }) => {
  const problems = problemsOf(installation, { now, isPausedBySetting, when: (at) => timeNear(at, now) });
  const { hold } = installation;
  const text = messages.verdict;
  const look =
    problems.length === 0
      ? 'Everything works.'
      : problems.length === 1
        ? 'One thing needs a look.'
        : `${count(problems.length)} things need a look.`;
  const end =
    hold && (hold.until === null ? messages.hold.open : messages.hold.until(formatWhen(hold.until, now, zone)));
  return (
    <section className="op-verdict" aria-label={hold === null ? look : text.held}>
      <h1 className="disp">
        {hold === null ? look : text.held}
        {end !== null && (
          <>
            <br />
            <em>{end}</em>
          </>
        )}
      </h1>
      {problems.length === 0 ? (
        <p className="mute">No action needed.</p>
      ) : (
        <ul className="op-problems" aria-label="What needs a look">
          {problems.map(({ isUrgent, text: problem }) => (
            <li key={problem} className={isUrgent ? 'urgent' : ''}>
              {problem}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
