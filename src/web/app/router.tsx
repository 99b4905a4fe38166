// Every screen of the product, and who may see it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { followSession, forgetEverything, meQuery, useIsSessionLost } from '#web/features/account/queries.ts';
import { ago, clockTimeNear, count, counted } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { lastState } from '#web/lib/last-state.ts';
import { paths } from '#web/lib/paths.ts';
import { isOutage } from '#web/lib/server/api.ts';
import {
  hasSignedInHint,
  onSignedInElsewhere,
  onSignedOutElsewhere,
  takeStartKey,
  watchForStartKey,
} from '#web/lib/server/session.ts';
import { later } from '#web/ui/later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MissingDialog, MissingPage } from './missing.tsx';
import './error-screen.css';

const page = { waiting: () => <Spinner label="Loading" />, failed: MissingPage };
const Auth = later(() => import('#web/pages/auth.tsx'), page);
const NotFound = later(() => import('#web/pages/not-found.tsx'), page);
const SignedIn = later(() => import('./signed-in.tsx'), page);
const Dashboard = later(() => import('#web/pages/dashboard.tsx'), page);
const ApiTest = later(() => import('#web/pages/api-test.tsx'), page);
const MarketAnalysis = later(() => import('#web/pages/market-analysis.tsx'), page);
const Phone = later(() => import('#web/pages/phone.tsx'), page);
const Welcome = later(() => import('#web/pages/welcome.tsx'), page);
const PhoneSignIn = later(() => import('#web/pages/phone-sign-in.tsx'), page);
const Selling = later(() => import('#web/pages/selling.tsx'), page);
const Numbers = later(() => import('#web/pages/numbers.tsx'), page);

export const Router = () => (
  <Switch>
    {[
      paths.home,
      paths.landing,
      paths.howItWorks,
      paths.companion,
      paths.privacy,
      paths.terms,
      `${paths.blog}/:slug?`,
    ].map((path) => (
      <Route key={path} path={path}>
        <SitePage>
          <NotFound />
        </SitePage>
      </Route>
    ))}
    <Route path={paths.auth}>
      <VisitorsOnly>
        <Auth />
      </VisitorsOnly>
    </Route>
    <Route path={paths.welcome}>
      <Welcome />
    </Route>
    <Route path={paths.phoneSignIn}>
      <PhoneSignIn />
    </Route>
    {protectedScreens.flatMap(({ at, screen }) =>
      at.map((path) => (
        // One key for all, so that the top bar stays.
        <Route key="signed-in" path={path}>
          {screen}
        </Route>
      )),
    )}
    <Route>
      <NotFound />
    </Route>
  </Switch>
);

/** The path on which the app was loaded. The server answered it with the app, so no public page has it. */
const openedAt = location.pathname;

/**
 * Public pages are separate documents: the browser loads the one at this address. If there is none, `children` show. It replaces its
 * entry in the history: after a reload, the entry before would count as the same document, and Back would change only the address.
 */
const SitePage = ({ children }: { children: ReactNode }) => {
  const isKnown = location.pathname !== openedAt;
  const [address] = useState(location.href);
  useEffect(() => {
    if (!isKnown) return;
    // To the address where it is, the browser would reload. The router hears only the history's own method.
    History.prototype.replaceState.call(history, null, '', '?leaving');
    location.replace(address);
  }, [isKnown, address]);
  return isKnown ? <Spinner label="Loading" /> : children;
};

/** Prefetched, because a session may end while the server restarts, and the seller must sign in again to reach Stop Bot. */
const SignInAgain = later(() => import('#web/features/account/auth/sign-in-again.tsx'), {
  failed: ({ failure }) => <MissingDialog title="Your session has ended" failure={failure} />,
  isPrefetched: true,
});

/** If the session ends while a screen is open, it stays, and a dialog asks for the password, so that nothing typed is lost. */
const Protected = ({ children }: { children: ReactNode }) => {
  const { data: user, isPending, error } = useQuery(meQuery);
  const isLost = useIsSessionLost();
  const client = useQueryClient();
  // All tabs have the same session, so they sign out and in together. Other tabs are outside React.
  useEffect(() => onSignedOutElsewhere(() => void forgetEverything(client)), [client]);
  useEffect(() => onSignedInElsewhere((userId) => void followSession(client, userId)), [client]);
  if (user)
    return (
      <>
        {/* The key remounts the screen for another account, so that nothing of the previous account stays in it. */}
        <Fragment key={user.id}>{children}</Fragment>
        {isLost && <SignInAgain user={user} />}
      </>
    );
  if (isOutage(error)) return <Offline />;
  if (error) throw error;
  if (isPending) return <Spinner label="Loading your session" />;
  return <Redirect to={paths.auth} replace />;
};

const protect = (screen: ReactNode) => (
  <Protected>
    <SignedIn>{screen}</SignedIn>
  </Protected>
);

const protectedScreens = [
  { at: [paths.dashboard], screen: protect(<Dashboard />) },
  { at: [paths.apiTest], screen: protect(<ApiTest />) },
  { at: [paths.marketAnalysis], screen: protect(<MarketAnalysis />) },
  { at: [paths.phone], screen: protect(<Phone />) },
  { at: [paths.selling, paths.drops, paths.parties, paths.experiment], screen: protect(<Selling />) },
  { at: [paths.numbers, paths.sales, paths.taxYear, paths.backtest], screen: protect(<Numbers />) },
];

/** The auth screen is for visitors. It sends a signed-in user away, unless the address is a mailed link. */
const VisitorsOnly = ({ children }: { children: ReactNode }) => {
  // Don't ask the server for visitors who never signed in here: the browser would log the 401 as an error.
  const { data: user } = useQuery({ ...meQuery, enabled: hasSignedInHint() });
  // Before a redirect loses the address.
  useState(takeStartKey);
  useEffect(watchForStartKey, []);
  if (user && !/^#(reset|confirm)=/.test(location.hash)) return <Redirect to={paths.home} replace />;
  return children;
};

const wordOf: Record<string, string> = {
  stopped: 'stopped',
  waiting: 'waiting for its next round',
  sharing: 'sharing',
  paused: 'paused',
  waiting_for_browser: 'waiting for your browser',
};

/** Shows the last state that this device kept, if its seller chose that. */
const Offline = () => {
  const [known] = useState(lastState);
  const now = useNow(30_000);
  return (
    <main id="main" className="offline">
      <Spinner label="Can’t reach the server. Retrying…" isVisible />
      {known !== null && (
        <section aria-labelledby="last-state">
          <h1 className="h-title" id="last-state">
            The bot was {wordOf[known.state] ?? known.state}
          </h1>
          <p>
            {counted(known.sharesToday, 'share')} of {count(known.limit)} that day.
          </p>
          <p className="small mute">
            As of {clockTimeNear(known.at, now, known.timezone)}, {ago(known.at, now)}. It may have changed since.
          </p>
        </section>
      )}
    </main>
  );
};
