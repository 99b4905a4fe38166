// The sections of the operator page that only show something.
import type { Installation } from '#contract/schemas/operation.ts';
import { ago, count } from '#web/format/format.ts';
import { fileSize, operatorMessages as messages } from '#web/messages/operator.ts';
import { Stamp } from '#web/ui/stamp.tsx';
import { Facts, Nothing, Rows, Section, Since, timeNear } from './parts.tsx';

type Shown<Part extends keyof Installation> = Pick<Installation, Part> & { now: number };

export const Load = ({ load, database }: Shown<'load' | 'database'>) => {
  const text = messages.load;
  const figures = [
    [text.running, count(load.running), text.overdue(load.overdue)],
    [text.minute, count(load.sharesLastMinute), ''],
    [text.hour, count(load.sharesLastHour), text.outcomes(load.notConfirmedLastHour, load.refusedLastHour)],
    [text.late, load.latenessMs === null ? text.noLate : text.atMost(load.latenessMs), text.lateNote],
    [text.connections, count(database.connections), text.ofConnections(database.mostConnections)],
  ] as const;
  return (
    <section className="op-load" aria-label={text.title}>
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

export const Processes = ({ processes, now }: Shown<'processes'>) => {
  const text = messages.processes;
  return (
    <Section title={text.title}>
      {processes.length === 0 && <Nothing>{text.none}</Nothing>}
      <Rows>
        {processes.map((one) => (
          <li key={`${one.host}${one.role}${one.startedAt}`}>
            <div>
              <b>
                {text.roles[one.role] ?? one.role} · {one.host}
              </b>
              <Stamp kind={one.isAlive ? 'go' : 'mind'}>{one.isAlive ? text.alive : text.gone}</Stamp>
            </div>
            <p className="small mute">
              <Since at={one.seenAt} now={now} text={text.seen} /> · Hangtag {one.version} ·{' '}
              {text.facts(one.bots, fileSize(one.memoryMb * 1e6), ago(one.startedAt, now))} · {text.disks[one.disk]}
              {one.freeMb !== null && `, ${text.free(fileSize(one.freeMb * 1e6))}`}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
};

/** Those at work first. */
const stateOrder = ['sharing', 'waiting', 'waiting_for_browser', 'paused', 'stopped'] as const;

export const Bots = ({ bots, now }: Shown<'bots'>) => {
  const text = messages.bots;
  const states = stateOrder.map((state) => [text.states[state], count(bots.byState[state])] as const);
  return (
    <Section title={text.title}>
      <Facts facts={states} />
      <h3 className="h-head">{text.paused}</h3>
      {bots.paused.length === 0 && <Nothing>{text.none}</Nothing>}
      <Facts facts={bots.paused.map((one) => [text.reasons[one.reason], count(one.bots)] as const)} />
      {bots.newest.length > 0 && <h3 className="h-head">{text.newest}</h3>}
      <Rows>
        {bots.newest.map((one) => (
          <li key={one.sellerId}>
            <div>
              <b>{text.seller(one.sellerId)}</b>
              <Since at={one.at} now={now} />
            </div>
            <p className="small mute">
              {text.reasons[one.reason]},{' '}
              {one.resumesAt === null ? text.waits : text.resumes(timeNear(one.resumesAt, now))}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
};

/** When it comes, or null if that is past. */
const coming = (at: string, now: number): string | null => (Date.parse(at) > now ? timeNear(at, now) : null);

export const Marketplaces = ({ marketplaces, budgets, now }: Shown<'marketplaces' | 'budgets'>) => {
  const text = messages.marketplaces;
  const used = budgets.map(
    ({ name, used: given, most, withinMs }) =>
      [text.budgets[name] ?? name, text.used(given, most, Math.round(withinMs / 60_000))] as const,
  );
  return (
    <Section title={text.title}>
      {marketplaces.length === 0 && <Nothing>{text.none}</Nothing>}
      <Rows>
        {marketplaces.map(({ kind, address, heldUntil, refusing, profile }) => (
          <li key={kind}>
            <div>
              <b>{text.names[kind]}</b>
              <Stamp kind={heldUntil === null ? 'go' : 'halt'}>
                {heldUntil === null ? text.open : text.held(coming(heldUntil, now))}
              </Stamp>
            </div>
            <p className="small mute">
              {address} · {text.refusing(refusing)} ·{' '}
              {profile === null ? text.noProfile : text.profile(profile.file, ago(profile.madeAt, now))}
            </p>
          </li>
        ))}
      </Rows>
      <Facts facts={used} />
    </Section>
  );
};

export const Jobs = ({ jobs, now }: Shown<'jobs'>) => {
  const text = messages.jobs;
  return (
    <Section title={text.title}>
      {jobs.length === 0 && <Nothing>{text.none}</Nothing>}
      <Rows>
        {jobs.map((job) => (
          <li key={job.name}>
            <div>
              <b>{job.name}</b>
              {job.failedAt !== null && <Since at={job.failedAt} now={now} text={messages.steps.failed} />}
            </div>
            <p className="small mute">
              {text.counts(job.retrying, job.failed)}. {job.nextTryAt && text.nextTry(timeNear(job.nextTryAt, now))}
            </p>
            {job.error !== null && <p className="op-error">{job.error}</p>}
          </li>
        ))}
      </Rows>
    </Section>
  );
};

export const Refused = ({ refused }: Pick<Installation, 'refused'>) => (
  <Section title={messages.refused.title}>
    {refused.length === 0 && <Nothing>{messages.refused.none}</Nothing>}
    <Facts facts={refused.map((one) => [`${one.call}, ${one.budget}`, messages.refused.times(one.count)] as const)} />
  </Section>
);

export const Health = ({ database, version }: Pick<Installation, 'database'> & { version: string }) => {
  const text = messages.health;
  return (
    <Section title={text.title}>
      <Facts
        facts={[
          [text.version, database.version],
          [text.hangtag, version],
          [text.migration, String(database.migration)],
          [text.size, fileSize(database.bytes)],
        ]}
      />
    </Section>
  );
};

export const Backup = ({ backup, now }: Shown<'backup'>) => {
  const text = messages.backup;
  return (
    <Section title={text.title}>
      {backup === null ? (
        <Nothing>{text.none}</Nothing>
      ) : (
        <Facts
          facts={[
            [text.at, <Since key="at" at={backup.at} now={now} />],
            [text.file, backup.file],
            [text.size, fileSize(backup.bytes)],
            [text.encrypted, backup.isEncrypted ? text.yes : text.no],
            [text.tried, backup.triedAt === null ? text.never : <Since key="tried" at={backup.triedAt} now={now} />],
          ]}
        />
      )}
    </Section>
  );
};
