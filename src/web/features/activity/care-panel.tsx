// The panel about account health: shares in 24 hours, what they mean, what to do, and warnings.
import type { ReactNode } from 'react';
import type { ActivityEntry } from '#contract/activity/activity.ts';
import type { BotStatus } from '#contract/bot/bot.ts';
import { reportedShareJailRange } from '#domain/bot/limit/share-jail.ts';
import { clockTimeNear, count, counted, shortDay, zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { loweredMessages } from '#web/messages/bot/limit.ts';
import { NoData, Panel } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Time } from '#web/ui/time.tsx';
import { warningsQuery } from './queries.ts';
import '#web/ui/stamp.css';
import '#web/ui/tape.css';
import './care-panel.css';

const { low, high } = reportedShareJailRange;
const reportedRange = () => `reported: ${count(low)} to ${count(high)}`;
/** The scale ends above the reported range, so that a number above the range still shows. */
const scaleEnd = high * 1.2;
const place = (shares: number): number => Math.min((shares / scaleEnd) * 100, 100);

export const CarePanel = ({ status, rules }: { status: BotStatus | undefined; rules: ReactNode }) => {
  const { data: warnings, error, refetch } = useSteadyQuery(warningsQuery);
  return (
    <Panel
      title="Account health"
      className="care-body"
      aside={warnings && status && <CareStamp shares={status.last24Hours.confirmed} warned={warnings.length > 0} />}
    >
      {warnings && status ? (
        <Care status={status} warnings={warnings} rules={rules} />
      ) : (
        <NoData error={error} onRetry={refetch} lines={4} label="Counting the last 24 hours" />
      )}
    </Panel>
  );
};

const CareStamp = ({ shares, warned }: { shares: number; warned: boolean }) => {
  if (shares >= low) return <Stamp kind="halt">At risk</Stamp>;
  return warned ? <Stamp kind="mind">Caution</Stamp> : <Stamp kind="go">Healthy</Stamp>;
};

type CareProps = { status: BotStatus; warnings: readonly ActivityEntry[]; rules: ReactNode };

const Care = ({ status, warnings, rules }: CareProps) => {
  const { confirmed, notConfirmed } = status.last24Hours;
  return (
    <div className="care-panel">
      <div className="care-facts">
        <p className="fig">
          {count(confirmed)} <small>{`confirmed ${confirmed === 1 ? 'share' : 'shares'} in 24 hours`}</small>
        </p>
        <div>
          {/* biome-ignore lint/a11y/useSemanticElements: the tape is drawn, and browsers draw their own meter */}
          <div
            className="tape care-tape"
            role="meter"
            aria-label="Confirmed shares in the last 24 hours, against the range where sellers report share jail"
            aria-valuenow={Math.min(confirmed, scaleEnd)}
            aria-valuemin={0}
            aria-valuemax={scaleEnd}
            aria-valuetext={`${count(confirmed)}; ${reportedRange()}`}
          >
            <div className="jail" style={properties({ from: place(low), to: place(high) })} />
            <div className="fill" style={properties({ v: place(confirmed) })} />
          </div>
          <div className="ends" aria-hidden="true">
            <span>0</span>
            <span>{reportedRange()}</span>
          </div>
        </div>
        <div>
          <p>
            {confirmed < low
              ? `Share jail, a temporary block on sharing, has been reported from ${count(low)}.`
              : confirmed <= high
                ? 'Sellers have reported share jail, a temporary block on sharing, at this level. Lower your daily limit.'
                : 'Most reports of share jail, a temporary block on sharing, are below this level. Lower your daily limit.'}
          </p>
          {confirmed >= low && (
            <a className="btn line sm care-do" href="#settings">
              Open settings
            </a>
          )}
        </div>
        <Gentle {...status} />
        <Counts {...status} />
        {notConfirmed > 0 && (
          <p className="small mute">{`${counted(notConfirmed, 'share')} couldn’t be confirmed. ${notConfirmed === 1 ? 'It counts' : 'They count'} toward your limit, but not here.`}</p>
        )}
        <Warnings warnings={warnings} status={status} />
        <details className="small care-source">
          <summary>Where does this range come from?</summary>
          <p>
            Poshmark doesn’t publish a number. Sellers and tool makers report blocks of 1 to 24 hours at about{' '}
            {count(low)} to {count(high)} shares in 24 hours. These are reports, not rules.
          </p>
          <p>This counts confirmed shares only. Recent activity shows the trace ID of each.</p>
        </details>
      </div>
      {rules}
    </div>
  );
};

const Counts = ({ today, last24Hours }: BotStatus) => {
  if (Object.values(last24Hours).every((shares) => shares === 0)) return null;
  return (
    <table className="numbers-table care-counts small">
      <thead>
        <tr>
          <td />
          {columns.map(([name, title]) => (
            <th key={name} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[
          { span: 'Today', counts: today },
          { span: 'Last 24 hours', counts: last24Hours },
        ].map(({ span, counts }) => (
          <tr key={span}>
            <th scope="row">{span}</th>
            {columns.map(([name, title]) => (
              <td key={name} data-name={title}>
                {count(counts[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const columns = [
  ['confirmed', 'Confirmed'],
  ['notConfirmed', 'Not confirmed'],
  ['refused', 'Refused'],
] as const;

const Gentle = ({ gentleUntil, loweredUntil, limitReason, timezone, ...limits }: BotStatus) => {
  const { effectiveLimit: limit, dailyShareLimit: own } = limits;
  const isLowered = loweredUntil !== undefined && limitReason !== 'gentle';
  if (gentleUntil === undefined && !isLowered) return null;
  return (
    <div className="care-gentle small">
      {gentleUntil !== undefined && (
        <p>
          <b>
            Slow mode until {shortDay(gentleUntil, timezone)}: at most {count(limit)} a day, double the pauses, and no
            offers.
          </b>{' '}
          It follows a human check, or two share limits within a day.
        </p>
      )}
      {isLowered && <p>{loweredMessages.below({ limit, own, until: shortDay(loweredUntil, timezone) })}</p>}
    </div>
  );
};

const Warnings = ({ warnings, status: { timezone, now } }: Omit<CareProps, 'rules'>) => {
  if (warnings.length === 0) return <p className="small mute">No warnings in the last 7 days.</p>;
  return (
    <section aria-labelledby="care-warnings">
      <h3 className="lab" id="care-warnings">
        Warnings, last 7 days, {zonePlace(timezone)} time
      </h3>
      <ol className="care-warnings ruled small">
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
