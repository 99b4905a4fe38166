// The panel about the account's care: shares in 24 hours, and warnings.
import { useQuery } from '@tanstack/react-query';
import type { BotStatus } from '#contract/schemas/bot.ts';
import { reportedShareJailRange } from '#domain/bot/bot.ts';
import { clockTimeNear, count, shortDay, zonePlace } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { careMessages as messages } from '#web/messages/activity.ts';
import { Panel, PanelTrouble, Skeleton } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Time } from '#web/ui/time.tsx';
import { careQuery } from './queries.ts';
import '#web/ui/stamp.css';
import '#web/ui/tape.css';
import './care-panel.css';

type Status = Pick<
  BotStatus,
  'effectiveLimit' | 'dailyShareLimit' | 'limitReason' | 'gentleUntil' | 'timezone' | 'now'
>;

const { low, high } = reportedShareJailRange;
/** The scale ends a little above the range, so that a number above it shows. */
const scaleEnd = high * 1.2;
const place = (shares: number): number => Math.min((shares / scaleEnd) * 100, 100);

/** Confirmed shares of 24 hours against the limits that sellers report, and every warning of the week. */
export const CarePanel = ({ status }: { status: Status | undefined }) => {
  const { data: care, error, refetch } = useQuery(careQuery);
  return (
    <Panel
      title={messages.title}
      aside={care && status && <CareStamp shares={care.shares.confirmed} warned={care.warnings.length > 0} />}
    >
      {care && status ? (
        <Care status={status} {...care} />
      ) : error ? (
        <PanelTrouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} label={messages.reading} />
      )}
    </Panel>
  );
};

const CareStamp = ({ shares, warned }: { shares: number; warned: boolean }) => {
  if (shares >= low) return <Stamp kind="halt">{messages.warned}</Stamp>;
  return warned ? <Stamp kind="mind">{messages.careful}</Stamp> : <Stamp kind="go">{messages.calm}</Stamp>;
};

type Care = {
  shares: { confirmed: number; refused: number; unknown: number };
  warnings: readonly { id: string; timestamp: string; details: string | null }[];
};

const Care = ({ status, shares: { confirmed, refused, unknown }, warnings }: Care & { status: Status }) => (
  <div className="care-panel">
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
    <p>{confirmed < low ? messages.below(low) : confirmed <= high ? messages.inside : messages.above}</p>
    {(unknown > 0 || refused > 0) && (
      <ul className="small mute">
        {unknown > 0 && <li>{messages.unknown(unknown)}</li>}
        {refused > 0 && <li>{messages.refused(refused)}</li>}
      </ul>
    )}
    <Gentle status={status} />
    <Warnings warnings={warnings} status={status} />
    <details className="small care-source">
      <summary>{messages.sourceTitle}</summary>
      <p>{messages.source(low, high)}</p>
      <p>{messages.onlyConfirmed}</p>
    </details>
  </div>
);

const Gentle = ({
  status: { gentleUntil, limitReason, effectiveLimit, dailyShareLimit, timezone },
}: {
  status: Status;
}) => {
  const isLowered = effectiveLimit < dailyShareLimit && limitReason !== 'gentle';
  if (gentleUntil === undefined && !isLowered) return null;
  return (
    <div className="care-gentle small">
      {gentleUntil !== undefined && (
        <p>
          <b>{messages.gentle(shortDay(gentleUntil, timezone))}</b> {messages.gentleWhy}
        </p>
      )}
      {isLowered && <p>{messages.lowered(effectiveLimit, dailyShareLimit)}</p>}
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
