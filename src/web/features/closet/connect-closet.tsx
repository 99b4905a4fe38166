import { useState } from 'react';
import type { AuthStatus } from '#contract/closet.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { PracticeButton } from './practice-button.tsx';
import { SessionImport } from './session-import.tsx';
import './marketplace-panel.css';

type Props = { status: AuthStatus; onSaved?: () => void };

/** All ways to link a closet, the one that works best first: where nothing real can be linked, the practice closet. */
export const ConnectCloset = ({ status, onSaved }: Props) => {
  const { practice, real } = status.offers;
  const [way, setWay] = useState<'session' | 'password'>(
    status.hasCredentials && status.keepsPassword ? 'password' : 'session',
  );
  const isPracticeOffered = practice && !status.hasCredentials;
  return (
    <div className="connect">
      {isPracticeOffered && !real && (
        <div className="connect-practice">
          <p className="small mute">
            This installation has a practice marketplace. A closet there behaves like a real one, and nothing in it is
            real.
          </p>
          <PracticeButton isMain />
        </div>
      )}
      <Tabs
        label="Ways to connect"
        className="connect-ways"
        tabs={[
          { name: 'session', label: <>Browser session {real && <small>Recommended</small>}</> },
          { name: 'password', label: 'Username and password' },
        ]}
        chosen={way}
        onChoose={setWay}
      >
        {way === 'session' ? <SessionImport /> : <CredentialsForm status={status} {...(onSaved ? { onSaved } : {})} />}
      </Tabs>
      {isPracticeOffered && real && (
        <div className="connect-practice">
          <p className="small mute">
            Not yet? A practice closet behaves like the marketplace, and nothing in it is real.
          </p>
          <PracticeButton />
        </div>
      )}
    </div>
  );
};
