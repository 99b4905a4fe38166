import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Protected, VisitorsOnly } from './session-guard.tsx';

const Welcome = lazy(() => import('#web/pages/welcome.tsx'));
const Auth = lazy(() => import('#web/pages/auth.tsx'));
const NotFound = lazy(() => import('#web/pages/not-found.tsx'));
const SignedIn = lazy(() => import('./signed-in.tsx'));
const Dashboard = lazy(() => import('#web/pages/dashboard.tsx'));

/** Every screen of the product and who may see it. */
export const Router = () => (
  <Suspense fallback={<Spinner label="Loading" />}>
    <Switch>
      <Route path={paths.home}>
        <Welcome />
      </Route>
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
      <Route>
        <NotFound />
      </Route>
    </Switch>
  </Suspense>
);
