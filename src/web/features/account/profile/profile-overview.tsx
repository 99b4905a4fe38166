import type { User } from '#contract/schemas/account.ts';
import { useNow } from '#web/lib/clock.ts';
import { ago, count, wholeDay, zonePlace } from '#web/lib/format/format.ts';
import { accountWords } from '#web/messages/account.ts';

const words = accountWords.overview;

/** Who is signed in, and what stands behind the account. */
export const ProfileOverview = ({ user, onRegister }: { user: User; onRegister: () => void }) => {
  const now = useNow(60_000);
  const { closet } = user;
  const closetWords =
    closet.connected || closet.hasCredentials
      ? `${closet.username === null ? words.closet : `@${closet.username}`}${closet.practice ? ` (${words.practice})` : ''}`
      : words.noCloset;
  const facts = [
    [words.closet, closetWords],
    [words.listings, words.listingsText(count(closet.activeListings), count(closet.soldListings))],
    [words.lastSync, closet.lastSyncedAt === null ? words.never : ago(closet.lastSyncedAt, now)],
    [words.zone, words.zoneText(zonePlace(user.timezone))],
    [words.username, user.username ?? '–'],
    [words.phone, user.phoneNumber ?? words.noPhone],
    [words.since, wholeDay(user.createdAt, user.timezone)],
  ];
  return (
    <div className="profile-part">
      <div className="profile-who">
        <p className="disp profile-name">{`${user.firstName} ${user.lastName}`.trim()}</p>
        {!user.guest && <p className="mute">{user.email}</p>}
      </div>
      {user.guest && (
        <p className="small">
          {words.guest}{' '}
          <button type="button" className="btn bare sm" onClick={onRegister}>
            {words.register}
          </button>
        </p>
      )}
      <dl className="profile-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
};
