// The sections of the operator page that only show something, and the parts of all sections.
import { type ReactNode, useId } from 'react';
import type { Installation } from '#contract/operation/operation.ts';
import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import { ago, clockTimeNear, count, counted, fullTime } from '#web/format/format.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Stamp } from '#web/ui/stamp.tsx';

/** The operator reads times of the own device. */
export const zone = deviceZone() ?? 'UTC';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className="op-section" aria-labelledby={heading}>
      <h2 className="h-title" id={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
};

const Rows = ({ children }: { children: readonly ReactNode[] }) =>
  children.length > 0 && <ul className="op-rows">{children}</ul>;

export const Nothing = ({ children }: { children: string }) => <p className="mute">{children}</p>;

/** 3 minutes ago. The tooltip shows the time. */
export const Since = ({ at, now, text }: { at: string; now: number; text?: (when: string) => string }) => (
  <time dateTime={at} title={fullTime(at, zone)}>
    {text ? text(ago(at, now)) : ago(at, now)}
  </time>
);

export const timeNear = (at: string, now: number): string => clockTimeNear(at, now, zone);

/** 1.2 GB, 34 MB, 5 KB */
const fileSize = (bytes: number): string => {
  const [divisor, unit] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'KB'];
  const value = bytes / divisor;
  return `${value >= 100 ? count(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '')} ${unit}`;
};

type Shown<Part extends keyof Installation> = Pick<Installation, Part> & { now: number };

export const Load = ({ load, database }: Shown<'load' | 'database'>) => {
  const figures = [
    ['Bots running', count(load.running), load.overdue === 0 ? 'None overdue' : `${count(load.overdue)} overdue`],
    ['Shares, last minute', count(load.sharesLastMinute), ''],
    [
      'Shares, last hour',
      count(load.sharesLastHour),
      `${count(load.notConfirmedLastHour)} not confirmed, ${count(load.refusedLastHour)} refused`,
    ],
    [
      'Lateness, p99',
      load.latenessMs === null
        ? 'No shares'
        : load.latenessMs < 1_000
          ? `≤ ${count(load.latenessMs)} ms`
          : `≤ ${count(load.latenessMs / 1_000)} s`,
      'Last five minutes',
    ],
    ['Connections', count(database.connections), `of ${count(database.mostConnections)} in PostgreSQL`],
  ] as const;
  return (
    <section className="op-load" aria-label="Load">
      {figures.map(([name, figure, note]) => (
        <div key={name}>
          <h2 className="lab">{name}</h2>
          <p className="op-figure">{figure}</p>
          <p className="small mute">{note}</p>
        </div>
      ))}
    </section>
  );
};

const roles: Record<string, string> = { all: 'Web and worker', web: 'Web', worker: 'Worker' };
const disks = { roomy: 'Disk has room', low: 'Disk almost full', full: 'Disk full', unknown: 'Disk not known' };

export const Processes = ({ processes, now }: Shown<'processes'>) => {
  return (
    <Section title="Processes">
      {processes.length === 0 && <Nothing>No process is running.</Nothing>}
      <Rows>
        {processes.map((one) => (
          <li key={`${one.host}${one.role}${one.startedAt}`}>
            <div>
              <b>
                {roles[one.role] ?? one.role} · {one.host}
              </b>
              <Stamp kind={one.isAlive ? 'go' : 'mind'}>{one.isAlive ? 'Alive' : 'Gone'}</Stamp>
            </div>
            <p className="small mute">
              <Since at={one.seenAt} now={now} text={(when) => `Seen ${when}`} /> · Hangtag {one.version} ·{' '}
              {counted(one.bots, 'bot')} at work, {fileSize(one.memoryMb * 1e6)} of memory, started{' '}
              {ago(one.startedAt, now)} · {disks[one.disk]}
              {one.freeMb !== null && `, ${fileSize(one.freeMb * 1e6)} free`}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
};

/** Those at work first. */
const states: Record<BotState, string> = {
  sharing: 'Sharing',
  waiting: 'Waiting for a round',
  waiting_for_browser: 'Waiting for a browser',
  paused: 'Paused',
  stopped: 'Stopped',
};
const reasons: Record<PauseReason, string> = {
  human_check: 'Human check',
  code_required: 'One-time code needed',
  credentials_rejected: 'Sign-in rejected',
  session_expired: 'Session expired',
  rate_limited: 'Too many requests',
  share_limit: 'Share jail',
  lowered_limit: 'Reduced limit used up',
  marketplace_refused: 'Refused by the marketplace',
  marketplace_unavailable: 'Marketplace down',
  marketplace_changed: 'Marketplace changed',
  account_blocked: 'Account suspended',
};

export const Bots = ({ bots, now }: Shown<'bots'>) => {
  const counts = Object.entries(states).map(([state, name]) => [name, count(bots.byState[state as BotState])] as const);
  return (
    <Section title="Bots">
      <Facts facts={counts} />
      <h3 className="h-head">Paused</h3>
      {bots.paused.length === 0 && <Nothing>No bot is paused.</Nothing>}
      <Facts facts={bots.paused.map((one) => [reasons[one.reason], count(one.bots)] as const)} />
      {bots.newest.length > 0 && <h3 className="h-head">Newest pauses</h3>}
      <Rows>
        {bots.newest.map((one) => (
          <li key={one.sellerId}>
            <div>
              <b>Seller {one.sellerId}</b>
              <Since at={one.at} now={now} />
            </div>
            <p className="small mute">
              {reasons[one.reason]},{' '}
              {one.resumesAt === null ? 'waits for the seller' : `resumes ${timeNear(one.resumesAt, now)}`}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
};

const coming = (at: string, now: number): string | null => (Date.parse(at) > now ? timeNear(at, now) : null);

export const marketplaceNames = { real: 'Poshmark', practice: 'Practice marketplace' };
const budgetNames: Record<string, string> = { 'marketplace sign-ins': 'Sign-ins sent', syncs: 'Syncs' };
const heldWords = (triedAt: string | null): string =>
  triedAt === null ? 'On hold, trying one share' : `On hold, next try at ${triedAt}`;
const usedWords = (used: number, most: number, minutes: number): string =>
  `${count(used)} of ${count(most)} in ${minutes === 1 ? 'a minute' : counted(minutes, 'minute')}`;

export const Marketplaces = ({ marketplaces, budgets, now }: Shown<'marketplaces' | 'budgets'>) => {
  const used = budgets.map(
    ({ name, used: given, most, withinMs }) =>
      [budgetNames[name] ?? name, usedWords(given, most, Math.round(withinMs / 60_000))] as const,
  );
  return (
    <Section title="Marketplaces">
      {marketplaces.length === 0 && <Nothing>No marketplace is set up.</Nothing>}
      <Rows>
        {marketplaces.map(({ kind, address, heldUntil, refusing, profile }) => (
          <li key={kind}>
            <div>
              <b>{marketplaceNames[kind]}</b>
              <Stamp kind={heldUntil === null ? 'go' : 'halt'}>
                {heldUntil === null ? 'Open' : heldWords(coming(heldUntil, now))}
              </Stamp>
            </div>
            <p className="small mute">
              {address} ·{' '}
              {refusing === 0
                ? 'Refused no seller in the last 10 minutes'
                : `Refused ${counted(refusing, 'seller')} in the last 10 minutes. At 20, all its bots wait`}{' '}
              · {profile === null ? 'No profile' : `Profile ${profile.file}, made ${ago(profile.madeAt, now)}`}
            </p>
          </li>
        ))}
      </Rows>
      <Facts facts={used} />
    </Section>
  );
};

export const Jobs = ({ jobs, now }: Shown<'jobs'>) => (
  <Section title="Failing jobs">
    {jobs.length === 0 && <Nothing>No job is failing.</Nothing>}
    <Rows>
      {jobs.map((job) => (
        <li key={job.name}>
          <div>
            <b>{job.name}</b>
            {job.failedAt !== null && <Since at={job.failedAt} now={now} text={(when) => `Failed ${when}`} />}
          </div>
          <p className="small mute">
            {count(job.retrying)} waiting for another try, {count(job.failed)} given up today.{' '}
            {job.nextTryAt && `Next try ${timeNear(job.nextTryAt, now)}.`}
          </p>
          {job.error !== null && <p className="op-error">{job.error}</p>}
        </li>
      ))}
    </Rows>
  </Section>
);

export const Refused = ({ refused }: Pick<Installation, 'refused'>) => (
  <Section title="Budgets used up, last hour">
    {refused.length === 0 && <Nothing>No call was refused.</Nothing>}
    <Facts
      facts={refused.map(
        (one) => [`${one.call}, ${one.budget}`, counted(one.count, 'time').replace(' ', '\u00a0')] as const,
      )}
    />
  </Section>
);

export const Health = ({ database, version }: Pick<Installation, 'database'> & { version: string }) => (
  <Section title="Database">
    <Facts
      facts={[
        ['PostgreSQL', database.version],
        ['Hangtag', version],
        ['Migration', String(database.migration)],
        ['Size', fileSize(database.bytes)],
      ]}
    />
  </Section>
);

export const Backup = ({ backup, now }: Shown<'backup'>) => (
  <Section title="Last backup">
    {backup === null ? (
      <Nothing>None yet. Run npm run hangtag -- backup FILE.</Nothing>
    ) : (
      <Facts
        facts={[
          ['Made', <Since key="at" at={backup.at} now={now} />],
          ['File', backup.file],
          ['Size', fileSize(backup.bytes)],
          ['Encrypted', backup.isEncrypted ? 'Yes' : 'No. Set BACKUP_PASSWORD.'],
          [
            'Test restore',
            backup.triedAt === null ? (
              'Never. Run npm run hangtag -- try-backup FILE.'
            ) : (
              <Since key="tried" at={backup.triedAt} now={now} />
            ),
          ],
        ]}
      />
    )}
  </Section>
);
