// One entry of the activity log.
import type { ActivityEntry } from '#contract/schemas/activity.ts';
import { clockSeconds, clockTimeNear, longDay } from '#web/format/format.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { isOutOfReach } from '#web/lib/out-of-reach.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { activityName, meaningOf, plainDetails } from '#web/messages/activity.ts';
import { Button } from '#web/ui/button.tsx';
import { Time } from '#web/ui/time.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';

export type KnownListing = { id: string; title: string; url: string };

type Props = { entry: ActivityEntry; now: number; timezone: string; listings: readonly KnownListing[] };

const recentMs = 3_600_000;

/** One line of the log. It opens to show its evidence. */
export const Entry = ({ entry, now, timezone, listings }: Props) => {
  const { action, details, timestamp } = entry;
  return (
    <li>
      <details className="entry">
        <summary>
          <Time at={timestamp} zone={timezone}>
            {now - Date.parse(timestamp) < recentMs
              ? clockSeconds(timestamp, timezone)
              : clockTimeNear(timestamp, now, timezone)}
          </Time>
          <span>
            <span className="lab">{activityName(action)}</span>
            <span className="entry-text">{details ?? plainDetails[action] ?? ''}</span>
          </span>
        </summary>
        <Behind entry={entry} timezone={timezone} listing={listings.find(({ id }) => id === entry.listingId)} />
      </details>
    </li>
  );
};

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

const Behind = ({
  entry: { action, timestamp, listingId, evidence },
  timezone,
  listing,
}: {
  entry: ActivityEntry;
  timezone: string;
  listing: KnownListing | undefined;
}) => {
  const marketplace = useMarketplaceName();
  const copy = () =>
    whenDone(Promise.resolve(navigator.clipboard?.writeText(evidence ?? '') ?? Promise.reject(new Error())), {
      onSuccess: () => toastDone('Copied', 'The trace ID is on your clipboard.'),
      onError: () => toastFailed('Not copied', 'Your browser didn’t allow it. Select the ID and copy it manually.'),
    });
  return (
    <div className="behind">
      <p>{meaningOf(action, marketplace)}</p>
      <dl>
        <dt>When</dt>
        <dd>
          <Time at={timestamp} zone={timezone} isZoneShown>
            {`${longDay(timestamp, timezone)}, ${clockSeconds(timestamp, timezone)}`}
          </Time>
        </dd>
        {listingId !== undefined && (
          <>
            <dt>Listing</dt>
            <dd>
              {listing === undefined ? (
                'No longer in your closet'
              ) : (
                <>
                  {listing.title}
                  {isWebAddress(listing.url) && !isOutOfReach(listing.url) && (
                    <>
                      {'. '}
                      <a href={listing.url} target="_blank" rel="noreferrer">
                        Open on {marketplace}
                      </a>
                    </>
                  )}
                </>
              )}
            </dd>
          </>
        )}
        {action === 'SHARE' && (
          <>
            <dt>Trace ID</dt>
            <dd>
              {evidence === undefined ? (
                'Share confirmed without an ID'
              ) : (
                <>
                  <code>{evidence}</code>
                  <Button look="bare" isSmall aria-label="Copy the trace ID" onClick={copy}>
                    Copy
                  </Button>
                </>
              )}
            </dd>
          </>
        )}
      </dl>
    </div>
  );
};
