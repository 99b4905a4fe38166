// Turns Tailscale on and off for Hangtag. Nothing happens before the seller has agreed.
import { useState } from 'react';
import type { TailscaleAnswer } from '#contract/phone/phone.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useTailscale } from './queries.ts';
import { Reached } from './reached.tsx';

export const TailscaleOff = ({ address }: { address: string }) => {
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

export const TailscaleOn = ({ address, isPublic }: { address: string; isPublic: boolean }) => {
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
