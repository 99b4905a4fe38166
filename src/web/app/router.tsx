// Every screen of the product, and who may see it.
import { Route, Switch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { uiMessages } from '#web/messages/ui.ts';
import { later } from '#web/ui/later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MissingPage } from './missing.tsx';
import { Protected, VisitorsOnly } from './session-guard.tsx';
import { SitePage } from './site-page.tsx';

const page = { waiting: () => <Spinner label={uiMessages.loading} />, failed: MissingPage };
const Auth = later(() => import('#web/pages/auth.tsx'), page);
const NotFound = later(() => import('#web/pages/not-found.tsx'), page);
const SignedIn = later(() => import('./signed-in.tsx'), page);
const Dashboard = later(() => import('#web/pages/dashboard.tsx'), page);
const ApiTest = later(() => import('#web/pages/api-test.tsx'), page);
const MarketAnalysis = later(() => import('#web/pages/market-analysis.tsx'), page);

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
);
