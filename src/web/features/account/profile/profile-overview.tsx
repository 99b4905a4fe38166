// Who is signed in, with the account's numbers.
import type { User } from '#contract/account/sign-in.ts';
import { ago, count, wholeDay, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';

export const ProfileOverview = ({ user, onRegister }: { user: User; onRegister: () => void }) => {
  const now = useNow(60_000);
  const { closet } = user;
  const closetMessages =
    closet.connected || closet.hasCredentials
      ? `${closet.username === null ? 'Closet' : `@${closet.username}`}${closet.practice ? ` (${'practice closet (not real)'})` : ''}`
      : 'Not connected';
  const facts = [
    ['Closet', closetMessages],
    ['Listings', `${count(closet.activeListings)} active, ${count(closet.soldListings)} sold`],
    ['Last sync', closet.lastSyncedAt === null ? 'Not yet' : ago(closet.lastSyncedAt, now)],
    ['Time zone', `${zonePlace(user.timezone)} time`],
    ['Username', user.username ?? 'Not set'],
    ['Phone', user.phoneNumber ?? 'Not set'],
    ['Member since', wholeDay(user.createdAt, user.timezone)],
  ];
  return (
    <div className="profile-part">
      <div className="profile-who">
        <p className="disp profile-name">{`${user.firstName} ${user.lastName}`.trim()}</p>
        {!user.guest && <p className="mute">{user.email}</p>}
      </div>
      {user.guest && (
        <p className="small">
          A demo account. It’s erased 24 hours after it was opened. Register to keep one.{' '}
          <button type="button" className="btn bare sm" onClick={onRegister}>
            Create an account
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
