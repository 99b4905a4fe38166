// The operator page: the state of the whole installation at a glance, and the hold of all bots.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Installation, OperatorOverview } from '#contract/operation/operation.ts';
import { ago, clockSeconds, count, counted, formatWhen } from '#web/format/format.ts';
import { safeAddress } from '#web/lib/out-of-reach.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { WrongAddress } from '#web/ui/on-network.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { endsAt, HoldSection, Steps } from './hold-section.tsx';
import { isSignedOut, overviewQuery, useSignIn, useSignOut } from './queries.ts';
import {
  Backup,
  Bots,
  Health,
  Jobs,
  Load,
  Marketplaces,
  marketplaceNames,
  Processes,
  Refused,
  timeNear,
  zone,
} from './sections.tsx';
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
        <span className="op-name">Operator</span>
        <p className="op-updated small mute">
          {last !== null && <span title="Refreshes every 10 seconds">Updated {clockSeconds(last.at, zone)}</span>}
        </p>
        <SignOut />
      </header>
      <main>
        {whatIsAway !== null && <Away what={whatIsAway} since={last?.at ?? null} />}
        {last === null ? <h1 className="sr">Operator</h1> : <Overview overview={last.overview} />}
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
    <b>{what === 'server' ? 'Can’t reach Hangtag.' : 'The database doesn’t answer.'}</b>{' '}
    {what === 'database' && 'Hangtag is running. Check PostgreSQL and its disk. '}
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
  const look =
    problems.length === 0
      ? 'Everything works.'
      : problems.length === 1
        ? 'One thing needs a look.'
        : `${count(problems.length)} things need a look.`;
  const end = hold && (hold.until === null ? 'Lasts until you release it.' : endsAt(formatWhen(hold.until, now, zone)));
  return (
    <section className="op-verdict" aria-label={hold === null ? look : 'All bots are on hold.'}>
      <h1 className="disp">
        {hold === null ? look : 'All bots are on hold.'}
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

const dayMs = 86_400_000;
const oldBackupMs = 8 * dayMs;
/** After a crash. By then, the seller has seen what is missing. */
const damageShownMs = 30 * dayMs;

type Problem = { isUrgent: boolean; text: string };

/** What an operator should look at, the worst first, from the state of the installation. */
export function problemsOf(
  installation: Installation,
  { now, isPausedBySetting, when }: { now: number; isPausedBySetting: boolean; when: (at: string) => string },
): Problem[] {
  const found: Problem[] = [];
  const urgent = (text: string): void => void found.push({ isUrgent: true, text });
  const minor = (text: string): void => void found.push({ isUrgent: false, text });
  const { database, processes, load, marketplaces, steps, jobs, backup, hold } = installation;

  if (processes.length > 0 && !processes.some(({ isAlive, role }) => isAlive && role !== 'web'))
    urgent('No worker is running, so no bots are sharing.');
  for (const { isAlive, role, host, seenAt, disk } of processes) {
    if (!isAlive) minor(`The ${role} process on ${host} was last seen ${ago(seenAt, now)}.`);
    else if (disk === 'full') urgent(`The disk of ${host} is full. Bots are waiting.`);
    else if (disk === 'low') minor(`The disk of ${host} is almost full. Demos and photos are turned off.`);
  }
  // During a hold, bots are meant to be late.
  if (load.overdue > 0 && hold === null && !isPausedBySetting)
    urgent(`${counted(load.overdue, 'bot')} overdue. No worker runs ${load.overdue === 1 ? 'it' : 'them'}.`);
  const { logDamagedAt } = database;
  if (logDamagedAt !== null && now - Date.parse(logDamagedAt) < damageShownMs)
    minor(
      `After a crash, at ${when(logDamagedAt)}, the end of the database’s log was damaged. What was stored last may be missing, also shares that were made. Check the disk, and try your newest backup.`,
    );
  if (load.unsettled > 0) minor(`${counted(load.unsettled, 'share')} without an outcome for more than five minutes.`);
  for (const { kind, heldUntil } of marketplaces)
    if (heldUntil !== null) {
      const triedAt = Date.parse(heldUntil) > now ? when(heldUntil) : null;
      urgent(
        `${marketplaceNames[kind]} refuses many sellers at once. Its bots wait, and one of them tries a share ${triedAt === null ? 'now' : `at ${triedAt}`}.`,
      );
    }
  for (const { name, failures } of steps)
    if (failures > 0)
      minor(`The maintenance step ${name} failed ${failures === 1 ? 'once' : `${count(failures)} times in a row`}.`);
  for (const { name } of jobs) minor(`${name} jobs are failing.`);
  if (backup === null) minor('There is no backup yet.');
  else if (now - Date.parse(backup.at) > oldBackupMs) minor(`The last backup was ${ago(backup.at, now)}.`);
  if (isPausedBySetting) minor('BOTS_PAUSED is set, so no bot runs until every process starts without it.');
  return found.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}

const SignIn = () => {
  const [token, setToken] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const signIn = useSignIn();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsEmpty(token === '');
    if (token !== '' && !signIn.isPending) signIn.mutate(token);
  };
  const better = safeAddress();
  if (better !== null)
    return (
      <main className="op-sign-in">
        <h1 className="disp">Operator page</h1>
        <WrongAddress site={better} />
      </main>
    );
  const error = isEmpty ? 'Enter the operator token' : signIn.error?.message;
  return (
    <main>
      <form className="op-sign-in" onSubmit={submit} noValidate>
        <h1 className="disp">Operator page</h1>
        <p className="mute">Sign in with the token in OPERATOR_TOKEN.</p>
        <Field
          label="Operator token"
          type="password"
          autoComplete="current-password"
          value={token}
          onChange={({ target }) => setToken(target.value)}
          error={error}
        />
        <Button look="primary" type="submit" isPending={signIn.isPending} pendingText="Signing in…">
          Sign in
        </Button>
        <p className="sr" role="alert">
          {error}
        </p>
      </form>
    </main>
  );
};
