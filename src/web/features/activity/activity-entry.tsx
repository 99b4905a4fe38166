// One entry of the activity log.
import type { ActivityEntry } from '#contract/activity/activity.ts';
import type { ActivityAction } from '#domain/activity.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { activityName, clockSeconds, clockTimeNear, longDay } from '#web/format/format.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { isOutOfReach } from '#web/lib/out-of-reach.ts';
import { Button } from '#web/ui/button.tsx';
import { Time } from '#web/ui/time.tsx';
import { copyText } from '#web/ui/toast-store.ts';

const plainDetails: Partial<Record<ActivityAction, string>> = {
  SHARE_UNKNOWN: 'Not confirmed. Counts toward your limit.',
  BOT_STARTED: 'You pressed Start Bot',
  BOT_STOPPED: 'You pressed Stop Bot',
  LIMIT_REACHED: 'The bot stopped at your daily limit',
  BROWSER_AWAY: 'Your paired browser was closed or asleep',
  BROWSER_BACK: 'Sharing continued',
};

const meaningOf = (action: ActivityAction, marketplace: MarketplaceName): string => {
  const name = startWith(marketplace);
  switch (action) {
    case 'SHARE':
      return `${name} confirmed this share. It counts toward your daily limit.`;
    case 'PARTY_SHARE':
      return `${name} confirmed this share to the party. It counts toward your daily limit.`;
    case 'SHARE_BACK':
      return `This person shared one of your listings, so Hangtag shared one of theirs. ${name} confirmed it. It counts toward your daily limit.`;
    case 'SHARE_FAILED':
      return `${name} refused this share, so it doesn’t count toward your limit.`;
    case 'SHARE_UNKNOWN':
      return `${name}’s reply was lost, so Hangtag can’t tell if this share went through. It counts toward your limit, and Hangtag won’t share this listing again until the next round.`;
    case 'ROUND_STARTED':
      return 'In a round, each listing is shared once at most, and the most recently shared goes last.';
    case 'ROUND_FINISHED':
      return 'The round ended.';
    case 'BOT_STARTED':
      return 'You started the bot with these settings.';
    case 'BOT_STOPPED':
      return 'Nothing is shared until you press Start Bot.';
    case 'LIMIT_REACHED':
      return 'The bot never goes over your daily limit.';
    case 'LIMIT_RESTORED':
      return 'You took back the limit that a warning had lowered. The bot shares up to your own limit again.';
    case 'BOT_PAUSED':
      return 'The bot paused. It resumes automatically, or tells you what to do first.';
    case 'BROWSER_AWAY':
      return 'A share was due, and none of your paired browsers was open. Hangtag sent nothing, and waited for one.';
    case 'BROWSER_BACK':
      return 'A paired browser was open again, and sharing continued. Rounds that were missed are skipped.';
    case 'BOT_RESUMED':
      return 'The bot continued where it paused.';
    case 'SYNC':
      return `Hangtag read your whole closet. Nothing on ${marketplace} changed.`;
    case 'PRICE_DROPS':
      return 'A plan of yours lowers these prices one after another. You can undo all of them on the page Selling.';
    case 'PRICE_UPDATE':
      return `Hangtag changed a price on ${marketplace}.`;
    case 'PRICE_REVERTED':
      return 'Hangtag restored the old price.';
    case 'OFFER_SENT':
      return 'Hangtag sent an offer to the people who like this listing.';
    case 'EXPERIMENT':
      return 'The experiment that asks whether sharing sells. Selling has its page.';
    case 'CLOSET_CONNECTED':
      return 'You connected your closet.';
    case 'CLOSET_DISCONNECTED':
      return 'Hangtag erased the closet’s saved sign-in. Nothing is shared until you connect a closet again.';
    case 'AUTH_TEST':
      return 'Hangtag tested the connection. Nothing was shared.';
  }
};

export type KnownListing = { id: string; title: string; url: string };

type Props = { entry: ActivityEntry; now: number; timezone: string; listings: readonly KnownListing[] };

const recentMs = 3_600_000;

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
            <span className="entry-text mute small">{details ?? plainDetails[action] ?? ''}</span>
          </span>
        </summary>
        <Behind {...entry} timezone={timezone} listing={listings.find(({ id }) => id === entry.listingId)} />
      </details>
    </li>
  );
};

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

type BehindProps = ActivityEntry & { timezone: string; listing: KnownListing | undefined };

const Behind = ({ action, timestamp, listingId, evidence, timezone, listing }: BehindProps) => {
  const marketplace = useMarketplaceName();
  const copy = () =>
    copyText(evidence ?? '', {
      done: 'The trace ID is on your clipboard.',
      failed: 'Your browser didn’t allow it. Select the ID and copy it manually.',
    });
  return (
    <div className="behind small lines-close">
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
        {(action === 'SHARE' || action === 'PARTY_SHARE' || action === 'SHARE_BACK') && (
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
