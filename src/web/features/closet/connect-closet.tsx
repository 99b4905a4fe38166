import { Tabs } from 'radix-ui';
import type { AuthStatus } from '#contract/closet.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { PracticeButton } from './practice-button.tsx';
import { SessionImport } from './session-import.tsx';
import './marketplace-panel.css';

type Props = { status: AuthStatus; onSaved?: () => void };

/** All ways to link a closet, the one that works best first: where nothing real can be linked, the practice closet. */
export const ConnectCloset = ({ status, onSaved }: Props) => {
  const { practice, real } = status.offers;
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
      <Tabs.Root defaultValue={status.hasCredentials && status.keepsPassword ? 'password' : 'session'}>
        <Tabs.List className="connect-ways" aria-label="Ways to connect">
          <Tabs.Trigger value="session">Browser session {real && <small>Recommended</small>}</Tabs.Trigger>
          <Tabs.Trigger value="password">Username and password</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="session">
          <SessionImport />
        </Tabs.Content>
        <Tabs.Content value="password">
          <CredentialsForm status={status} {...(onSaved ? { onSaved } : {})} />
        </Tabs.Content>
      </Tabs.Root>
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
