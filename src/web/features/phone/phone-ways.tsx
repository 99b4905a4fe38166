// How a phone reaches this Hangtag, how it is put on its home screen, and what it keeps for when it has no connection.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneWays, TailscaleAnswer } from '#contract/phone/phone.ts';
import { useNow } from '#web/lib/clock.ts';
import { useKeepsLastState } from '#web/lib/last-state.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { isReachable, phoneWaysQuery, useTailscale } from './queries.ts';
import './phone-ways.css';

export const Ways = ({ ways }: { ways: PhoneWays }) => {
  const { domain, tailscale, address, isHere } = ways;
  if (domain !== null) return <Domain {...domain} isReached={isReachable(ways)} />;
  if (tailscale?.kind === 'on' && tailscale.address !== null)
    return <TailscaleOn address={tailscale.address} isPublic={tailscale.isPublic} />;
  if (address !== null) return <Reached address={address} text="It goes through Tailscale." />;
  if (tailscale?.kind === 'ready' && tailscale.address !== null) return <TailscaleOff address={tailscale.address} />;
  return (
    <>
      <p>{nothingYet(tailscale?.kind === 'off', isHere)}</p>
      <LookAgain />
      <BothWays />
    </>
  );
};

const nothingYet = (isInstalled: boolean, isHere: boolean): string => {
  if (isInstalled)
    return 'Tailscale is installed on this computer, but not connected. Open it, sign in, and look again.';
  return isHere
    ? 'Your phone can’t reach Hangtag yet: Hangtag answers only on this computer. Choose one of two ways.'
    : 'Your phone can’t reach Hangtag safely yet. Open this page on the computer that Hangtag runs on: it looks for Tailscale there.';
};

type DomainState = NonNullable<PhoneWays['domain']>;

const domainNews: Record<DomainState['state'], string> = {
  works: 'Hangtag answered there just now.',
  not_https:
    'That address isn’t secure. A phone gets no notifications there and can’t install the app. Your administrator puts https in front of it and sets PUBLIC_URL to the https address.',
  only_here:
    'That address means this computer only. Your administrator sets PUBLIC_URL to an address that a phone can open.',
  bad_certificate:
    'Its certificate isn’t valid, so phones refuse it. Your administrator renews it, and the proxy then shows it by itself.',
  other: 'Something else answers there, not Hangtag. Your administrator checks where the proxy leads.',
  nothing: 'Nothing answers there. Your administrator checks that the proxy runs and the name leads to it.',
};

const Domain = ({ origin, state, isReached }: DomainState & { isReached: boolean }) =>
  isReached ? (
    <Reached address={origin} text={state === 'works' ? domainNews.works : 'You’re there right now.'} />
  ) : (
    <>
      <p>
        <Stamp kind="mind">Not yet</Stamp>
      </p>
      <p>
        Hangtag’s address is <b className="phone-address">{origin}</b>. {domainNews[state]}
      </p>
      <LookAgain />
    </>
  );

/** Says when it last looked, because the answer often stays the same. */
const LookAgain = () => {
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const [lookedAt, noteLook] = useState<number | null>(null);
  const now = useNow(1_000);
  const look = () => {
    setLooking(true);
    void client.refetchQueries({ queryKey: phoneWaysQuery.queryKey }).finally(() => {
      setLooking(false);
      noteLook(Date.now());
    });
  };
  return (
    <div className="answers">
      <Button onClick={look} isPending={isLooking} pendingText="Looking…">
        Look again
      </Button>
      <span className="small mute" role="status">
        {lookedAt !== null && !isLooking && (now - lookedAt < 60_000 ? 'Looked just now. It’s still the same.' : '')}
      </span>
    </div>
  );
};

const TailscaleOff = ({ address }: { address: string }) => {
  const [isAsking, ask] = useState(false);
  const [answer, note] = useState<TailscaleAnswer | null>(null);
  const change = useTailscale();
  const turnOn = () =>
    whenDone(change.mutateAsync({ isOn: true }), {
      onSuccess: (given) => {
        note(given);
        if (given.result === 'done') toastDone('Tailscale is on', 'Your phone can open Hangtag now.');
      },
      onError: (error) => toastFailure(error, 'Error', 'Tailscale couldn’t be turned on. Try again in a moment.'),
      onSettled: () => ask(false),
    });
  return (
    <>
      <p>
        Tailscale is connected on this computer. It can open Hangtag for your other devices, and for nobody else, at{' '}
        <b className="phone-address">{address}</b>.
      </p>
      {answer !== null && answer.result !== 'done' && <Refused {...answer} />}
      <div className="answers">
        <Button look="primary" onClick={() => ask(true)}>
          Turn it on
        </Button>
      </div>
      <ConfirmDialog
        title="Open Hangtag for your devices?"
        isOpen={isAsking}
        verb="Turn it on"
        keep="Not now"
        isPending={change.isPending}
        pendingText="Turning it on…"
        onGo={turnOn}
        onClose={() => ask(false)}
      >
        <p>
          Hangtag runs <code>tailscale serve</code> on this computer. From then on, devices that are signed in to your
          Tailscale account open Hangtag at {address}. They still have to sign in to Hangtag.
        </p>
        <p>Nothing opens to the internet or to your home network. You can turn it off here at any time.</p>
      </ConfirmDialog>
    </>
  );
};

const Refused = ({ result, link, user }: TailscaleAnswer) => (
  <p className="warn plain" role="alert">
    {result === 'allow_first' && link !== null ? (
      <>
        Tailscale wants your permission first.{' '}
        <a href={link} target="_blank" rel="noreferrer">
          Allow it at Tailscale
        </a>
        , then turn it on here again.
      </>
    ) : result === 'denied' ? (
      <>
        Tailscale listens to one user of this computer, and Hangtag runs as another. In a terminal, run this once, then
        turn it on here again: <code>sudo tailscale set --operator={user}</code>
      </>
    ) : (
      'Tailscale didn’t do it. Check in its own app that it’s connected, then try again.'
    )}
  </p>
);

const TailscaleOn = ({ address, isPublic }: { address: string; isPublic: boolean }) => {
  const change = useTailscale();
  const turnOff = () =>
    whenDone(change.mutateAsync({ isOn: false }), {
      onSuccess: ({ result }) =>
        result === 'done'
          ? toastDone('Tailscale is off', 'Your phone can’t open Hangtag anymore.')
          : toastFailure(null, 'Error', 'Tailscale didn’t turn it off. Try it in Tailscale’s own app.'),
      onError: (error) => toastFailure(error, 'Error', 'Tailscale couldn’t be turned off. Try again in a moment.'),
    });
  return (
    <>
      <Reached address={address} text="It has to be signed in to the same Tailscale account as this computer." />
      {isPublic && (
        <p className="warn plain">
          Funnel is on for this address, so everyone on the internet can open the sign-in page. If you don’t want that,
          turn Funnel off in Tailscale.
        </p>
      )}
      <div className="answers">
        <Button isSmall onClick={turnOff} isPending={change.isPending} pendingText="Turning it off…">
          Turn it off
        </Button>
      </div>
    </>
  );
};

const Reached = ({ address, text }: { address: string; text: string }) => (
  <>
    <p>
      <Stamp kind="go">Ready</Stamp>
    </p>
    <p>
      Your phone opens Hangtag at <b className="phone-address">{address}</b>. {text}
    </p>
  </>
);

const BothWays = () => (
  <div className="both-ways">
    <section aria-labelledby="way-tailscale">
      <h3 className="h-head" id="way-tailscale">
        Tailscale <Stamp kind="none">Easiest</Stamp>
      </h3>
      <ol>
        <li>
          Install it on this computer and on your phone, from{' '}
          <a href="https://tailscale.com/download" target="_blank" rel="noreferrer">
            tailscale.com
          </a>
          .
        </li>
        <li>Sign in to the same Tailscale account on both.</li>
        <li>Come back here and look again: Hangtag does the rest.</li>
        <li>Only your own devices reach Hangtag, from anywhere.</li>
        <li>
          <b>What it costs:</b> nothing for personal use, one more account, and ten minutes. This computer has to be on.
        </li>
      </ol>
    </section>
    <Section id="way-domain" title="Your own address" level={3}>
      <ol>
        <li>Get a name, such as hangtag.example.com, and a computer that is always on.</li>
        <li>Put a proxy with https in front of Hangtag. Caddy gets the certificate on its own.</li>
        <li>Set PUBLIC_URL to the https address and TRUST_PROXY to the proxy, and start Hangtag again.</li>
        <li>Everyone on the internet sees the sign-in page, so turn on a second step in your profile.</li>
        <li>
          <b>What it costs:</b> about $12 a year for the name, often a rented server, and an evening.
        </li>
      </ol>
    </Section>
  </div>
);

const steps = {
  iphone: [
    'Open Hangtag in Safari.',
    'Tap Share, then Add to Home Screen.',
    'Open it from the home screen. An iPhone keeps it apart from Safari, so you may have to sign in once more, with your password.',
  ],
  android: [
    'Open Hangtag in Chrome.',
    'Tap the three dots, then Add to Home screen, then Install.',
    'Hold its icon for Photo, Start, and Stop. To price an item, share its photo from your gallery to Hangtag.',
  ],
};

type Kind = keyof typeof steps;

export const Install = () => {
  const [kind, choose] = useState<Kind>(/Android/.test(navigator.userAgent) ? 'android' : 'iphone');
  return (
    <>
      <p className="small mute">
        As an app, Hangtag opens without the browser’s bars, and can send you notifications where the phone allows it.
      </p>
      <Tabs
        label="Your phone"
        className="tabs phone-kinds"
        tabs={[
          { name: 'iphone', label: 'iPhone' },
          { name: 'android', label: 'Android' },
        ]}
        chosen={kind}
        onChoose={choose}
      >
        <ol className="phone-steps">
          {steps[kind].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </Tabs>
    </>
  );
};

export const KeepLastState = () => {
  const [isOn, turn] = useKeepsLastState();
  return (
    <SwitchRow
      id="keep-last-state"
      title="Keep the last state on this device"
      text="Without a connection, Hangtag then shows whether the bot was running, how many shares it had made, and when that was. Names, listings, and prices are not kept, and logging out erases it."
      checked={isOn}
      onChange={({ target }) => turn(target.checked)}
    />
  );
};
