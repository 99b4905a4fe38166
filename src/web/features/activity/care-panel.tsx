// The panel about account health: shares in 24 hours, what they mean, what to do, and warnings.
import type { ReactNode } from 'react';
import type { BotStatus } from '#contract/schemas/bot.ts';
import { waitingPauses } from '#domain/bot/bot.ts';
import { reportedShareJailRange } from '#domain/bot/limit/share-jail.ts';
import { clockTimeNear, count, shortDay, zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { careMessages as messages } from '#web/messages/activity.ts';
import { loweredMessages } from '#web/messages/bot/limit.ts';
import { NoData, Panel } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Time } from '#web/ui/time.tsx';
import { warningsQuery } from './queries.ts';
import '#web/ui/stamp.css';
import '#web/ui/tape.css';
import './care-panel.css';

type Status = Pick<
  BotStatus,
  | 'today'
  | 'last24Hours'
  | 'effectiveLimit'
  | 'dailyShareLimit'
  | 'limitReason'
  | 'gentleUntil'
  | 'loweredUntil'
  | 'timezone'
  | 'now'
  | 'pauseReason'
>;

const { low, high } = reportedShareJailRange;
/** The scale ends above the reported range, so that a number above the range still shows. */
const scaleEnd = high * 1.2;
const place = (shares: number): number => Math.min((shares / scaleEnd) * 100, 100);

/** Confirmed shares of the last 24 hours next to the limits that sellers report, and every warning of the last week. */
export const CarePanel = ({ status, rules }: { status: Status | undefined; rules: ReactNode }) => {
  const { data: warnings, error, refetch } = useSteadyQuery(warningsQuery);
  return (
    <Panel
      title={messages.title}
      className="care-body"
      aside={warnings && status && <CareStamp shares={status.last24Hours.confirmed} warned={warnings.length > 0} />}
    >
      {warnings && status ? (
        <Care status={status} warnings={warnings} rules={rules} />
      ) : (
        <NoData error={error} onRetry={refetch} lines={4} label={messages.reading} />
      )}
    </Panel>
  );
};

const CareStamp = ({ shares, warned }: { shares: number; warned: boolean }) => {
  if (shares >= low) return <Stamp kind="halt">{messages.warned}</Stamp>;
  return warned ? <Stamp kind="mind">{messages.careful}</Stamp> : <Stamp kind="go">{messages.calm}</Stamp>;
};

type Care = {
  /** What Hangtag does to keep the account safe. */
  rules: ReactNode;
  warnings: readonly { id: string; timestamp: string; details: string | null }[];
};

const needsSeller = ({ pauseReason }: Pick<Status, 'pauseReason'>): boolean =>
  pauseReason !== undefined && !waitingPauses.includes(pauseReason);

const Care = ({ status, warnings, rules }: Care & { status: Status }) => {
  const { confirmed, notConfirmed } = status.last24Hours;
  return (
    <div className="care-panel">
      <div className="care-facts">
        <p className="fig">
          {count(confirmed)} <small>{messages.confirmed(confirmed)}</small>
        </p>
        <div>
          {/* biome-ignore lint/a11y/useSemanticElements: the tape is drawn, and browsers draw their own meter */}
          <div
            className="tape care-tape"
            role="meter"
            aria-label={messages.meter}
            aria-valuenow={Math.min(confirmed, scaleEnd)}
            aria-valuemin={0}
            aria-valuemax={scaleEnd}
            aria-valuetext={`${count(confirmed)}; ${messages.range(low, high)}`}
          >
            <div className="jail" style={properties({ from: place(low), to: place(high) })} />
            <div className="fill" style={properties({ v: place(confirmed) })} />
          </div>
          <div className="care-ax" aria-hidden="true">
            <span>0</span>
            <span>{messages.range(low, high)}</span>
          </div>
        </div>
        <div>
          <p>{confirmed < low ? messages.below(low) : confirmed <= high ? messages.inside : messages.above}</p>
          {confirmed < low ? (
            <p>{needsSeller(status) ? messages.paused : messages.nothingToDo}</p>
          ) : (
            <a className="btn line sm care-do" href={messages.lower.place}>
              {messages.lower.verb}
            </a>
          )}
        </div>
        <Gentle status={status} />
        <Counts status={status} />
        {notConfirmed > 0 && <p className="small mute">{messages.unknown(notConfirmed)}</p>}
        <Warnings warnings={warnings} status={status} />
        <details className="small care-source">
          <summary>{messages.sourceTitle}</summary>
          <p>{messages.source(low, high)}</p>
          <p>{messages.onlyConfirmed}</p>
        </details>
      </div>
      {rules}
    </div>
  );
};

/** The same counts as in the band and the bars, with what was not confirmed and what was refused. */
const Counts = ({ status: { today, last24Hours } }: { status: Pick<Status, 'today' | 'last24Hours'> }) => {
  if (Object.values(last24Hours).every((shares) => shares === 0)) return null;
  return (
    <table className="care-counts small">
      <thead>
        <tr>
          <td />
          {countNames.map((name) => (
            <th key={name} scope="col">
              {messages.counts[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[
          { span: messages.counts.today, counts: today },
          { span: messages.counts.day, counts: last24Hours },
        ].map(({ span, counts }) => (
          <tr key={span}>
            <th scope="row">{span}</th>
            {countNames.map((name) => (
              <td key={name} data-name={messages.counts[name]}>
                {count(counts[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const countNames = ['confirmed', 'notConfirmed', 'refused'] as const;

const Gentle = ({
  status: { gentleUntil, loweredUntil, limitReason, effectiveLimit: limit, dailyShareLimit: own, timezone },
}: {
  status: Status;
}) => {
  const isLowered = loweredUntil !== undefined && limitReason !== 'gentle';
  if (gentleUntil === undefined && !isLowered) return null;
  return (
    <div className="care-gentle small">
      {gentleUntil !== undefined && (
        <p>
          <b>{messages.gentle(shortDay(gentleUntil, timezone), limit)}</b> {messages.gentleWhy}
        </p>
      )}
      {isLowered && <p>{loweredMessages.below({ limit, own, until: shortDay(loweredUntil, timezone) })}</p>}
    </div>
  );
};

const Warnings = ({ warnings, status: { timezone, now } }: Pick<Care, 'warnings'> & { status: Status }) => {
  if (warnings.length === 0) return <p className="small mute">{messages.noWarnings}</p>;
  return (
    <section aria-labelledby="care-warnings">
      <h3 className="lab" id="care-warnings">
        {messages.warnings(zonePlace(timezone))}
      </h3>
      <ol className="care-warnings small">
        {warnings.slice(0, 5).map(({ id, timestamp, details }) => (
          <li key={id}>
            <Time at={timestamp} zone={timezone}>
              {clockTimeNear(timestamp, now, timezone)}
            </Time>
            <span>{details}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};
