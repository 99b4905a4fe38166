// The profile dialog: everything about the account, in four tabs.
import { useState } from 'react';
import type { User } from '#contract/account/sign-in.ts';
import { DetailsForm, useDetailsForm } from '#web/features/account/profile/details-form.tsx';
import { PicturesChoice } from '#web/features/account/profile/pictures-choice.tsx';
import { ProfileOverview } from '#web/features/account/profile/profile-overview.tsx';
import { SecurityLog } from '#web/features/account/profile/security-log.tsx';
import { SessionsList } from '#web/features/account/profile/sessions-list.tsx';
import { SignInChange } from '#web/features/account/profile/sign-in-change.tsx';
import { YourData } from '#web/features/account/profile/your-data.tsx';
import { EmailNotice } from '#web/features/account/security/email-notice.tsx';
import { SecuritySection } from '#web/features/account/security/security-section.tsx';
import { PairedBrowsers } from '#web/features/closet/browser/paired-browsers.tsx';
import { MarketplaceConnection } from '#web/features/closet/marketplace-panel.tsx';
import { ClosetStats } from '#web/features/listings/closet-stats.tsx';
import { DeviceMessages } from '#web/features/notices/device-messages.tsx';
import { ImportSuggestion } from '#web/features/pricing/import/import-sales.tsx';
import { accountMessages } from '#web/messages/account/account.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import './profile-dialog.css';

const messages = accountMessages.profile;
type Tab = keyof typeof messages.tabs;
const tabs: readonly { name: Tab; label: string }[] = [
  { name: 'overview', label: messages.tabs.overview },
  { name: 'stats', label: messages.tabs.stats },
  { name: 'personal', label: messages.tabs.personal },
  { name: 'poshmark', label: messages.tabs.poshmark },
];

type Props = { user: User; isOpen: boolean; onClose: () => void; onRegister: () => void };

/** Typed text is kept when the seller switches tabs or closes the dialog. */
const ProfileDialog = ({ user, isOpen, onClose, onRegister }: Props) => {
  const [tab, choose] = useState<Tab>('overview');
  const details = useDetailsForm(user);
  return (
    <Dialog title={messages.title} isOpen={isOpen} onClose={onClose} className="profile">
      <Tabs
        label={messages.tabList}
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
