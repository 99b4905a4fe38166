// All ways to connect a closet.
import { useState } from 'react';
import type { AuthStatus } from '#contract/closet/closet.ts';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { BrowserLink } from './browser/browser-link.tsx';
import { isPracticeLost, nameOf } from './connection-messages.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { useLinkPractice } from './queries.ts';
import { SessionImport } from './session/session-import.tsx';
import './marketplace-panel.css';

type Props = {
  status: AuthStatus;
  /** The seller has just asked for it: the button that was pressed went away. */
  isNext?: boolean;
  onSaved?: () => void;
};

const focusChosenWay = (element: HTMLElement | null): void =>
  element?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();

type Way = 'browser' | 'session' | 'password';

/**
 * The way that works best is chosen: on a computer the paired browser, on a phone the password, because phones have no
 * extensions and can't copy a session. A seller who connects again is shown the way that they used before, and one whose browser
 * shares already wants another one.
 */
function firstWay({ hasCredentials, keepsPassword }: AuthStatus, isPhone: boolean): Way {
  if (isPhone || (hasCredentials && keepsPassword)) return 'password';
  return hasCredentials ? 'session' : 'browser';
}

/** If no real closet can be connected, only practice is offered. */
const ConnectCloset = ({ status, isNext = false, onSaved }: Props) => {
  const { practice, real } = status.offers;
  const [{ isPhone }] = useState(thisBrowser);
  const [way, setWay] = useState(() => firstWay(status, isPhone));
  const isPracticeOffered = practice && !status.isProven;
  // The forms below connect a real closet. The password of a practice closet is one that Hangtag made.
  const areFormsShown = real && !(status.hasCredentials && status.practice === true);
  return (
    <div className="connect lines" ref={isNext ? focusChosenWay : null}>
      {isPracticeOffered && !real && (
        <div className="connect-practice lines-close">
          <p className="small mute">
            This site has a practice marketplace. A practice closet behaves like a real closet, with made-up listings.
          </p>
          <PracticeButton isMain />
        </div>
      )}
      {areFormsShown && (
        <Tabs
          label="Ways to connect"
          className="tabs connect-ways"
          tabs={[
            {
              name: 'browser',
              label: isPhone ? (
                'Your browser'
              ) : (
                <>
                  Your browser <small>Recommended</small>
                </>
              ),
            },
            { name: 'session', label: 'Browser session' },
            {
              name: 'password',
              label: isPhone ? (
                <>
                  Username and password <small>Easiest on a phone</small>
                </>
              ) : (
                'Username and password'
              ),
            },
          ]}
          chosen={way}
          onChoose={setWay}
        >
          {way === 'browser' && <BrowserLink status={status} {...(onSaved ? { onSaved } : {})} />}
          {way === 'session' && <SessionImport name={nameOf(status)} isPaired={status.transport === 'browser'} />}
          {way === 'password' && <CredentialsForm status={status} {...(onSaved ? { onSaved } : {})} />}
        </Tabs>
      )}
      {!areFormsShown && status.hasCredentials && !isPracticeLost(status) && (
        <p className="small mute">Disconnect this practice closet, then start a new one.</p>
      )}
      {isPracticeOffered && real && (
        <div className="connect-practice lines-close">
          <p className="small mute">
            Not ready yet? A practice closet behaves like a real closet, with made-up listings.
          </p>
          <PracticeButton />
        </div>
      )}
    </div>
  );
};

export default ConnectCloset;

const PracticeButton = ({ isMain = false }: { isMain?: boolean }) => {
  const link = useLinkPractice();
  const run = () =>
    whenDone(link.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Authentication Successful', message),
      onError: (error) =>
        toastFailure(error, 'Authentication Failed', 'Couldn’t connect the practice closet. Try again in a moment.'),
    });
  return (
    <Button look={isMain ? 'primary' : 'line'} onClick={run} isPending={link.isPending} pendingText="Connecting…">
      Use a practice closet
    </Button>
  );
};
