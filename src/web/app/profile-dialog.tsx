// The profile dialog: everything about the account, in four tabs.
import { useState } from 'react';
import type { User } from '#contract/account/sign-in.ts';
import {
  DetailsForm,
  EmailNotice,
  SignInChange,
  useDetailsForm,
} from '#web/features/account/profile/personal-info.tsx';
import { SecurityLog, SessionsList } from '#web/features/account/profile/sign-ins.tsx';
import { YourData } from '#web/features/account/profile/your-data.tsx';
import { toastProfileSaved, useChangeProfile } from '#web/features/account/queries.ts';
import { SecuritySection } from '#web/features/account/security/security-section.tsx';
import { PairedBrowsers } from '#web/features/closet/browser/paired-browsers.tsx';
import { MarketplaceConnection } from '#web/features/closet/marketplace-panel.tsx';
import { ThisComputer } from '#web/features/computer/this-computer.tsx';
import { ClosetStats } from '#web/features/listings/closet-stats.tsx';
import { DeviceMessages, SummaryByMail } from '#web/features/notices/device-messages.tsx';
import { ImportSuggestion } from '#web/features/pricing/import-suggestion.tsx';
import { ago, count, wholeDay, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import './profile-dialog.css';

type Tab = 'overview' | 'stats' | 'personal' | 'poshmark';
const tabs: readonly { name: Tab; label: string }[] = [
  { name: 'overview', label: 'Overview' },
  { name: 'stats', label: 'Closet Stats' },
  { name: 'personal', label: 'Personal Info' },
  { name: 'poshmark', label: 'Poshmark' },
];

type Props = { user: User; isOpen: boolean; onClose: () => void; onRegister: () => void };

/** Typed text is kept when the seller switches tabs or closes the dialog. */
const ProfileDialog = ({ user, isOpen, onClose, onRegister }: Props) => {
  const [tab, choose] = useState<Tab>('overview');
  const details = useDetailsForm(user);
  return (
    <Dialog title="Your profile" isOpen={isOpen} onClose={onClose} className="profile">
      <Tabs
        label="Parts of your profile"
        className="tabs profile-tabs"
        tabs={tabs}
        chosen={tab}
        onChoose={choose}
        isScrolling
      >
        <div className="profile-page">
          {tab === 'overview' && (
            <>
              <ProfileOverview user={user} onRegister={onRegister} />
              <EmailNotice user={user} />
              <DeviceMessages timezone={user.timezone} />
              <SummaryByMail email={user.email} />
              <SessionsList timezone={user.timezone} />
              <SecurityLog timezone={user.timezone} />
            </>
          )}
          {tab === 'stats' && (
            <>
              <ClosetStats />
              <ImportSuggestion onFollow={onClose} />
            </>
          )}
          {tab === 'personal' && (
            <>
              <DetailsForm form={details} user={user} />
              {user.guest ? (
                <p className="small mute">Demo accounts have no email or password.</p>
              ) : (
                <>
                  <SignInChange key={user.email} user={user} />
                  <EmailNotice user={user} />
                  <SecuritySection user={user} />
                </>
              )}
              <YourData user={user} />
              <ThisComputer />
            </>
          )}
          {tab === 'poshmark' && (
            <>
              <MarketplaceConnection />
              <PairedBrowsers timezone={user.timezone} />
              <PicturesChoice user={user} />
            </>
          )}
        </div>
      </Tabs>
    </Dialog>
  );
};

export default ProfileDialog;

const ProfileOverview = ({ user, onRegister }: { user: User; onRegister: () => void }) => {
  const now = useNow(60_000);
  const { closet } = user;
  const closetMessages =
    closet.connected || closet.hasCredentials
      ? `${closet.username === null ? 'Closet' : `@${closet.username}`}${closet.practice ? ' (practice closet (not real))' : ''}`
      : 'Not connected';
  const facts: [string, string][] = [
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
      <Facts facts={facts} />
    </div>
  );
};

/** Saved at once. The pictures of a practice closet are drawings that come with Hangtag, so there is nothing to choose. */
const PicturesChoice = ({ user }: { user: User }) => {
  const change = useChangeProfile();
  if (user.closet.practice) return null;
  const choose = (isOn: boolean) => {
    if (change.isPending) return;
    whenDone(change.mutateAsync({ body: { picturesThroughServer: isOn } }), {
      onSuccess: toastProfileSaved,
      onError: (error) => toastFailure(error, 'Update failed', 'This couldn’t be saved. Try again in a moment.'),
    });
  };
  return (
    <section className="profile-part" aria-label="Load pictures through this server">
      <SwitchRow
        id="pictures-through-server"
        title="Load pictures through this server"
        text="Poshmark’s photo servers then see this server instead of your device."
        checked={change.isPending ? change.variables.body.picturesThroughServer === true : user.picturesThroughServer}
        aria-disabled={change.isPending || undefined}
        onChange={({ target }) => choose(target.checked)}
      />
    </section>
  );
};
