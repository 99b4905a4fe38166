// Who is signed in, with the account's numbers.
import type { User } from '#contract/schemas/account.ts';
import { ago, count, wholeDay, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { accountMessages } from '#web/messages/account/account.ts';

const messages = accountMessages.overview;

export const ProfileOverview = ({ user, onRegister }: { user: User; onRegister: () => void }) => {
  const now = useNow(60_000);
  const { closet } = user;
  const closetMessages =
    closet.connected || closet.hasCredentials
      ? `${closet.username === null ? messages.closet : `@${closet.username}`}${closet.practice ? ` (${messages.practice})` : ''}`
      : messages.noCloset;
  const facts = [
    [messages.closet, closetMessages],
    [messages.listings, messages.listingsText(count(closet.activeListings), count(closet.soldListings))],
    [messages.lastSync, closet.lastSyncedAt === null ? messages.never : ago(closet.lastSyncedAt, now)],
    [messages.zone, messages.zoneText(zonePlace(user.timezone))],
    [messages.username, user.username ?? messages.notSet],
    [messages.phone, user.phoneNumber ?? messages.notSet],
    [messages.since, wholeDay(user.createdAt, user.timezone)],
  ];
  return (
    <div className="profile-part">
      <div className="profile-who">
        <p className="disp profile-name">{`${user.firstName} ${user.lastName}`.trim()}</p>
        {!user.guest && <p className="mute">{user.email}</p>}
      </div>
      {user.guest && (
        <p className="small">
          {messages.guest}{' '}
          <button type="button" className="btn bare sm" onClick={onRegister}>
            {messages.register}
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
