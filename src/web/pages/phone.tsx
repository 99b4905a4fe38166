// Use it on your phone: how it opens Hangtag, signing in with a QR code, and the app on the home screen.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { QrSignIn } from '#web/features/account/phone-link/qr-sign-in.tsx';
import { meQuery } from '#web/features/account/queries.ts';
import { OutageNotice } from '#web/features/bot/band/bot-band.tsx';
import { Install } from '#web/features/phone/install.tsx';
import { KeepLastState } from '#web/features/phone/keep-last-state.tsx';
import { isReachable, phoneWaysQuery } from '#web/features/phone/queries.ts';
import { Ways } from '#web/features/phone/ways.tsx';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { NoData, Panel } from '#web/ui/panel.tsx';
import '#web/ui/button.css';
import './phone.css';

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
    <main id="main" className="phone-page wrap">
      <title>Use it on your phone · Hangtag</title>
      <p>
        <Link className="btn bare" href={paths.dashboard}>
          <ArrowLeft />
          Back to Dashboard
        </Link>
      </p>
      <div>
        <h1 className="disp">Use it on your phone</h1>
        <p className="lead-s">Start and stop the bot, price from a photo, and hear when it needs you.</p>
      </div>
      <OutageNotice timezone={user?.timezone ?? 'UTC'} />
      {isPhone && install}
      <Panel title="Open it on your phone" isLarge className="lines">
        {ways ? (
          <Ways ways={ways} onLookAgain={refetch} />
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
    </main>
  );
};

export default PhonePage;
