import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { uiMessages } from '#web/messages/ui.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Protected, VisitorsOnly } from './session-guard.tsx';
import { SitePage } from './site-page.tsx';

const Auth = lazy(() => import('#web/pages/auth.tsx'));
const NotFound = lazy(() => import('#web/pages/not-found.tsx'));
const SignedIn = lazy(() => import('./signed-in.tsx'));
const Dashboard = lazy(() => import('#web/pages/dashboard.tsx'));
const ApiTest = lazy(() => import('#web/pages/api-test.tsx'));
const MarketAnalysis = lazy(() => import('#web/pages/market-analysis.tsx'));

/** Every screen of the product and who may see it. */
export const Router = () => (
  <Suspense fallback={<Spinner label={uiMessages.loading} />}>
    <Switch>
      {[paths.home, paths.landing, paths.howItWorks, paths.privacy, paths.terms, `${paths.blog}/:slug?`].map((path) => (
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
      <Route path={paths.dashboard}>
        <Protected>
          <SignedIn>
            <Dashboard />
          </SignedIn>
        </Protected>
      </Route>
      <Route path={paths.apiTest}>
        <Protected>
          <SignedIn>
            <ApiTest />
          </SignedIn>
        </Protected>
      </Route>
      <Route path={paths.marketAnalysis}>
        <Protected>
          <SignedIn>
            <MarketAnalysis />
          </SignedIn>
        </Protected>
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  </Suspense>
);
