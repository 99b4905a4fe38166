// The hold of all bots: what is in force, the form that places one, and the history.
import { type FormEvent, useState } from 'react';
import type { HoldRecord, Installation } from '#contract/operation/operation.ts';
import { holdReasonLength } from '#domain/bot/hold.ts';
import { count, counted, formatWhen } from '#web/format/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, SelectField } from '#web/ui/field.tsx';
import { useHold, useRelease, useRunStep } from './queries.ts';
import { Nothing, Section, Since, timeNear, zone } from './sections.tsx';

const by = (via: string, who: string): string =>
  via === 'page' ? `from this page at ${who}` : `by ${who} on the command line`;
export const endsAt = (when: string): string => `Ends ${when}.`;
const seenBySellers = (reason: string): string => `Sellers see: “${reason}”`;
const lengths = [
  ['', 'Until I release it'],
  ['15', '15 minutes'],
  ['60', '1 hour'],
  ['120', '2 hours'],
  ['480', '8 hours'],
  ['1440', '1 day'],
  ['4320', '3 days'],
] as const;

export const HoldSection = ({ hold, holds, now }: Pick<Installation, 'hold' | 'holds'> & { now: number }) => {
  const release = useRelease();
  return (
    <Section title="Hold">
      {hold === null ? (
        <p className="mute">
          Bots are running. A hold pauses every bot within a few seconds: nothing is shared, offered, repriced, or
          synced.
        </p>
      ) : (
        <InForce hold={hold} now={now} />
      )}
      {hold !== null && (
        <p>
          <Button
            look="primary"
            isPending={release.isPending}
            pendingText="Releasing…"
            onClick={() => release.mutate()}
          >
            Release
          </Button>
        </p>
      )}
      <HoldForm isHeld={hold !== null} />
      <p className="op-wrong" role="alert">
        {release.error?.message}
      </p>
      {holds.length > 0 && <History holds={holds} now={now} />}
    </Section>
  );
};

const InForce = ({ hold: { at, until, reason, via, who }, now }: { hold: HoldRecord; now: number }) => (
  <div className="op-hold">
    <p>
      <b>{until === null ? 'Lasts until you release it.' : endsAt(formatWhen(until, now, zone))}</b>{' '}
      {`Since ${timeNear(at, now)}, ${by(via, who)}.`}
    </p>
    <p>{reason === null ? 'Sellers see no reason.' : seenBySellers(reason)}</p>
  </div>
);

const HoldForm = ({ isHeld }: { isHeld: boolean }) => {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState('');
  const hold = useHold();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (hold.isPending) return;
    const text = reason.trim();
    hold.mutate(
      { ...(text !== '' && { reason: text }), ...(minutes !== '' && { minutes: Number(minutes) }) },
      {
        onSuccess: () => {
          setReason('');
          setMinutes('');
        },
      },
    );
  };
  return (
    <form className="op-hold-form" onSubmit={submit}>
      <Field
        label="Reason"
        isOptional
        hint="Sellers see it on their dashboard."
        maxLength={holdReasonLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={hold.error?.message}
      />
      <SelectField
        label="For how long"
        options={lengths}
        value={minutes}
        onChange={({ target }) => setMinutes(target.value)}
      />
      <Button look={isHeld ? 'line' : 'ink'} type="submit" isPending={hold.isPending} pendingText="Holding…">
        {isHeld ? 'Change the hold' : 'Hold all bots'}
      </Button>
    </form>
  );
};

const History = ({ holds, now }: Pick<Installation, 'holds'> & { now: number }) => (
  <details className="op-more">
    <summary>History, {counted(holds.length, 'hold')}</summary>
    <ul className="op-rows">
      {holds.map((record) => (
        <li key={`${record.at}${record.who}${record.reason}`}>
          <div>
            <b>
              <Since at={record.at} now={now} />
            </b>
            <span className="mute">{by(record.via, record.who)}</span>
          </div>
          {record.reason !== null && <p>{seenBySellers(record.reason)}</p>}
          <p className="small mute">{endOf(record, now)}</p>
        </li>
      ))}
    </ul>
  </details>
);

const endOf = ({ until, releasedAt, releasedVia, releasedWho }: HoldRecord, now: number): string => {
  const ended = releasedAt ?? (until !== null && Date.parse(until) <= now ? until : null);
  if (ended === null) return 'in force';
  const how =
    releasedVia === null || releasedVia === 'time'
      ? 'ended on its own'
      : `released ${by(releasedVia, releasedWho ?? '')}`;
  return `until ${timeNear(ended, now)}, ${how}`;
};

export const Steps = ({ steps, now }: Pick<Installation, 'steps'> & { now: number }) => {
  const run = useRunStep();
  const failing = steps.filter(({ failures }) => failures > 0).length;
  return (
    <Section title="Maintenance">
      {steps.length === 0 && <Nothing>No step has run yet.</Nothing>}
      {steps.length > 0 && (
        <details className="op-more" open={failing > 0}>
          <summary>
            {failing === 0
              ? `${counted(steps.length, 'step')}, none failing`
              : `${counted(steps.length, 'step')}, ${count(failing)} failing`}
          </summary>
          <ul className="op-rows op-steps">
            {steps.map((step) => (
              <li key={step.name}>
                <div>
                  <b>{step.name}</b>
                  <span className="small mute">
                    {step.okAt === null ? (
                      'Hasn’t run yet'
                    ) : (
                      <Since at={step.okAt} now={now} text={(when) => `Ran ${when}`} />
                    )}
                    {step.nextRunAt !== null && `, next ${timeNear(step.nextRunAt, now)}`}
                  </span>
                  <Button
                    isSmall
                    isPending={run.isPending && run.variables === step.name}
                    pendingText="Starting…"
                    aria-label={`Run ${step.name} now`}
                    onClick={() => run.mutate(step.name)}
                  >
                    Run now
                  </Button>
                </div>
                {step.failures > 0 && step.failedAt !== null && (
                  <p className="op-error">
                    <Since at={step.failedAt} now={now} text={(when) => `Failed ${when}`} />: {step.error}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="sr" role="status">
        {run.isSuccess && `${run.variables} was started.`}
      </p>
      <p className="op-wrong" role="alert">
        {run.error?.message}
      </p>
    </Section>
  );
};
