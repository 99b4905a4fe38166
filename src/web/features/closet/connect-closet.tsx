// All ways to connect a closet.
import { useState } from 'react';
import type { AuthStatus } from '#contract/schemas/closet.ts';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { nameOf } from './connection-messages.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { PracticeButton } from './practice-button.tsx';
import { SessionImport } from './session/session-import.tsx';
import './marketplace-panel.css';
import { connectMessages as messages } from '#web/messages/closet/connect.ts';

type Props = { status: AuthStatus; onSaved?: () => void };

/**
 * The way that works best comes first: on a computer the browser's session, on a phone the password, because phones can't copy a
 * session. If no real closet can be connected, only practice is offered.
 */
const ConnectCloset = ({ status, onSaved }: Props) => {
  const { practice, real } = status.offers;
  const [{ isPhone }] = useState(thisBrowser);
  const [way, setWay] = useState<'session' | 'password'>(
    isPhone || (status.hasCredentials && status.keepsPassword) ? 'password' : 'session',
  );
  const isPracticeOffered = practice && !status.hasCredentials;
  return (
    <div className="connect">
      {isPracticeOffered && !real && (
        <div className="connect-practice">
          <p className="small mute">{messages.onlyPractice}</p>
          <PracticeButton isMain />
        </div>
      )}
      {real && (
        <Tabs
          label={messages.ways}
          className="connect-ways"
          tabs={[
            {
              name: 'session',
              label: isPhone ? (
                messages.bySession
              ) : (
                <>
                  {messages.bySession} <small>{messages.recommended}</small>
                </>
              ),
            },
            {
              name: 'password',
              label: isPhone ? (
                <>
                  {messages.byPassword} <small>{messages.onPhones}</small>
                </>
              ) : (
                messages.byPassword
              ),
            },
          ]}
          chosen={way}
          onChoose={setWay}
        >
          {way === 'session' ? (
            <SessionImport name={nameOf(status)} />
          ) : (
            <CredentialsForm status={status} {...(onSaved ? { onSaved } : {})} />
          )}
        </Tabs>
      )}
      {!real && status.hasCredentials && <p className="small mute">{messages.practiceAgain}</p>}
      {isPracticeOffered && real && (
        <div className="connect-practice">
          <p className="small mute">{messages.alsoPractice}</p>
          <PracticeButton />
        </div>
      )}
    </div>
  );
};

export default ConnectCloset;
