// Use it on your phone: how it opens Hangtag, signing in with a QR code, and the app on the home screen.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QrSignIn } from '#web/features/account/phone-link/qr-sign-in.tsx';
import { meQuery } from '#web/features/account/queries.ts';
import { Install, KeepLastState, Ways } from '#web/features/phone/phone-ways.tsx';
import { isReachable, phoneWaysQuery } from '#web/features/phone/queries.ts';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData, Panel } from '#web/ui/panel.tsx';
import { NarrowPage } from './narrow-page.tsx';

const PhonePage = () => {
  const { data: user } = useQuery(meQuery);
  const { data: ways, error, refetch } = useSteadyQuery(phoneWaysQuery);
  const [{ isPhone }] = useState(thisBrowser);
  const isReached = ways !== undefined && isReachable(ways);
  const install = (
    <Panel title="Put it on the home screen" isLarge className="lines">
      <Install />
    </Panel>
  );
  return (
    <NarrowPage
      name="Use it on your phone"
      text="Start and stop the bot, price from a photo, and hear when it needs you."
    >
      {isPhone && install}
      <Panel title="Open it on your phone" isLarge className="lines">
        {ways ? (
          <Ways ways={ways} />
        ) : (
          <NoData error={error} onRetry={refetch} label="Looking how your phone can open Hangtag" />
        )}
      </Panel>
      {!isPhone && (
        <Panel title="Sign your phone in" isLarge className="lines">
          {isReached && user ? (
            <QrSignIn email={user.guest ? 'this demo' : user.email} />
          ) : (
            <p className="small mute">Once your phone can open Hangtag, a QR code here signs it in.</p>
          )}
        </Panel>
      )}
      {!isPhone && install}
      <Panel title="Without a connection" isLarge className="lines">
        <KeepLastState />
      </Panel>
    </NarrowPage>
  );
};

export default PhonePage;
