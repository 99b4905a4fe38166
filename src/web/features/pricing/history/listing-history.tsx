// A part of the analysis sheet with what happened to a listing, newest first.

import type { ReactNode } from 'react';
import { clockTimeNear, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { uiMessages } from '#web/messages/ui.ts';
import { NoData } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import './listing-history.css';

type Props<Entry> = {
  messages: { title: string; empty: string; loading: string };
  timezone: string;
  /** undefined until they are read. */
  entries: readonly Entry[] | undefined;
  error: Error | null;
  onRetry: () => unknown;
  children: (entry: Entry, place: number) => ReactNode;
};

/** Its heading names the time zone of the entries. */
export function ListingHistory<Entry>({ messages, timezone, entries, error, onRetry, children }: Props<Entry>) {
  const hasEntries = entries !== undefined && entries.length > 0;
  return (
    <section className="history" aria-label={messages.title}>
      <h3 className="h-head">
        {messages.title} {hasEntries && <small className="mute">{uiMessages.timesIn(zonePlace(timezone))}</small>}
      </h3>
      {hasEntries ? (
        <ol>{entries.map(children)}</ol>
      ) : entries ? (
        <p className="small mute">{messages.empty}</p>
      ) : (
        <NoData error={error} onRetry={onRetry} lines={2} label={messages.loading} />
      )}
    </section>
  );
}

/** One line of it, with the time of what happened. */
export const HistoryEntry = ({ at, timezone, children }: { at: string; timezone: string; children: ReactNode }) => {
  const now = useNow(60_000);
  return (
    <li>
      <span className="dim">
        <Time at={at} zone={timezone}>
          {clockTimeNear(at, now, timezone)}
        </Time>
      </span>
      {children}
    </li>
  );
};
