// All ways to connect a closet, and the one with the session of the seller's own browser.

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AuthStatus, ExportedSession } from '#contract/closet/closet.ts';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { BrowserLink } from './browser/browser-link.tsx';
import { isPracticeLost, nameOf, shortName } from './connection-messages.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { useImportSession, useLinkPractice } from './queries.ts';
import { SessionSteps } from './session/session-steps.tsx';
import './marketplace-panel.css';

type Props = {
  status: AuthStatus;
  /** The seller has just asked for it: the button that was pressed went away. */
  isNext?: boolean;
  onSaved?: (() => void) | undefined;
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
        <Practice isMain>
          This site has a practice marketplace. A practice closet behaves like a real closet, with made-up listings.
        </Practice>
      )}
      {areFormsShown && (
        <Tabs
          label="Ways to connect"
          className="tabs connect-ways"
          tabs={[
            { name: 'browser', label: <>Your browser {!isPhone && <small>Recommended</small>}</> },
            { name: 'session', label: 'Browser session' },
            { name: 'password', label: <>Username and password {isPhone && <small>Easiest on a phone</small>}</> },
          ]}
          chosen={way}
          onChoose={setWay}
        >
          {way === 'browser' && <BrowserLink status={status} onSaved={onSaved} />}
          {way === 'session' && <SessionImport status={status} />}
          {way === 'password' && <CredentialsForm status={status} onSaved={onSaved} />}
        </Tabs>
      )}
      {!areFormsShown && status.hasCredentials && !isPracticeLost(status) && (
        <p className="small mute">Disconnect this practice closet, then start a new one.</p>
      )}
      {isPracticeOffered && real && (
        <Practice>Not ready yet? A practice closet behaves like a real closet, with made-up listings.</Practice>
      )}
    </div>
  );
};

export default ConnectCloset;

const Practice = ({ isMain = false, children }: { isMain?: boolean; children: string }) => {
  const link = useLinkPractice();
  const run = () =>
    whenDone(link.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Authentication Successful', message),
      onError: (error) =>
        toastFailure(error, 'Authentication Failed', 'Couldn’t connect the practice closet. Try again in a moment.'),
    });
  return (
    <div className="connect-practice lines-close">
      <p className="small mute">{children}</p>
      <Button look={isMain ? 'primary' : 'line'} onClick={run} isPending={link.isPending} pendingText="Connecting…">
        Use a practice closet
      </Button>
    </div>
  );
};

/** Needs no password, and works best with the real marketplace. */
const SessionImport = ({ status }: { status: AuthStatus }) => {
  const name = nameOf(status);
  const link = useImportSession();
  const form = useForm({ resolver: zodResolver(ExportedSession), defaultValues: { session: '' } });
  const send = form.handleSubmit((body) =>
    whenDone(link.mutateAsync({ body }), {
      onSuccess: ({ message }) => {
        form.reset();
        toastDone('Authentication Successful', message);
      },
      onError: (failure) => {
        showFieldFailures(form, failure, ['session']);
        toastFailure(failure, 'Authentication Failed', 'Authentication test failed');
      },
    }),
  );
  return (
    <form className="connect-form lines" onSubmit={send} noValidate aria-label="Connect with your browser’s session">
      {status.transport === 'browser' && (
        <p className="small">
          The companion in your paired browser does this in one click: open its settings there and choose “Use my
          session on the server”. Or copy the session by hand:
        </p>
      )}
      <SessionSteps name={name} />
      <TextField
        label={`Paste your ${shortName(name)} cookies`}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        hint={`Paste everything you copied. Stored encrypted, sent only to ${name}, and erased when you disconnect.`}
        {...fieldOf(form, 'session')}
      />
      <div className="answers">
        <Button type="submit" look="primary" isPending={link.isPending} pendingText="Connecting…">
          Connect closet
        </Button>
      </div>
    </form>
  );
};
