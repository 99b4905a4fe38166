// How a phone reaches this Hangtag: what is there, and what is missing.
import { useState } from 'react';
import type { PhoneWays } from '#contract/phone/phone.ts';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { BothWays } from './both-ways.tsx';
import { isReachable } from './queries.ts';
import { Reached } from './reached.tsx';
import { TailscaleOff, TailscaleOn } from './tailscale.tsx';

type Props = { ways: PhoneWays; onLookAgain: () => Promise<unknown> };

export const Ways = ({ ways, onLookAgain }: Props) => {
  const { domain, tailscale, address, isHere } = ways;
  if (domain !== null) return <Domain domain={domain} isReached={isReachable(ways)} onLookAgain={onLookAgain} />;
  if (tailscale?.kind === 'on' && tailscale.address !== null)
    return <TailscaleOn address={tailscale.address} isPublic={tailscale.isPublic} />;
  if (address !== null) return <Reached address={address} text="It goes through Tailscale." />;
  if (tailscale?.kind === 'ready' && tailscale.address !== null) return <TailscaleOff address={tailscale.address} />;
  return (
    <>
      <p>{nothingYet(tailscale?.kind === 'off', isHere)}</p>
      <LookAgain onLookAgain={onLookAgain} />
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

const domainNews: Record<NonNullable<PhoneWays['domain']>['state'], string> = {
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

const Domain = ({
  domain: { origin, state },
  isReached,
  onLookAgain,
}: {
  domain: NonNullable<PhoneWays['domain']>;
  isReached: boolean;
  onLookAgain: Props['onLookAgain'];
}) =>
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
      <LookAgain onLookAgain={onLookAgain} />
    </>
  );

/** Says when it last looked, because the answer often stays the same. */
const LookAgain = ({ onLookAgain }: Pick<Props, 'onLookAgain'>) => {
  const [isLooking, setLooking] = useState(false);
  const [lookedAt, noteLook] = useState<number | null>(null);
  const now = useNow(1_000);
  const look = () => {
    setLooking(true);
    void onLookAgain().finally(() => {
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
