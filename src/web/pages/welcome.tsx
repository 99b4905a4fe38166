// What the first start opens, as long as this computer's Hangtag has no account.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Redirect, useLocation } from 'wouter';
import { DemoButton, RegisterForm } from '#web/features/account/auth/register-form.tsx';
import { welcomeQuery } from '#web/features/account/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { hasSignedInHint } from '#web/lib/server/session.ts';
import { runsOnOwnComputer } from '#web/messages/bot/awake.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { NoData, Section } from '#web/ui/panel.tsx';
import './auth.css';

const next = [
  'Connect your closet. Hangtag’s companion, a small extension, shares through the browser where you’re signed in.',
  'Look at the plan: when it shares, how much, and where it stops.',
  'Press Start Bot. Nothing is shared before that.',
];

const Welcome = () => {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(welcomeQuery);
  if (hasSignedInHint()) return <Redirect to={paths.dashboard} replace />;
  if (data === undefined) return <NoData error={error} onRetry={refetch} label="Loading" />;
  if (!data.isFirst) return <Redirect to={paths.auth} replace />;
  const enter = (place: string) => {
    void client.cancelQueries({ type: 'inactive' });
    navigate(place, { replace: true });
  };
  return (
    <div className="welcome wrap">
      <title>Welcome · Hangtag</title>
      <header>
        <Link className="brand" href={paths.home}>
          <BrandMark />
        </Link>
      </header>
      <main id="main">
        <div className="welcome-head">
          <h1 className="disp">Welcome to Hangtag</h1>
          <p className="lead-s">
            {runsOnOwnComputer()
              ? 'It runs on this computer, and your data stays here.'
              : 'It runs on a computer of your own, and your data stays there.'}
          </p>
          {data.hasDemo && (
            <section className="welcome-demo" aria-label="See it share first">
              <DemoButton name="Watch Demo" onSignedIn={() => enter(paths.dashboard)} />
              <p className="small mute">
                See it share first, from a practice closet. Nothing is real, and it’s erased after 24 hours.
              </p>
            </section>
          )}
        </div>
        <Section id="make-account" title="Make your account">
          <RegisterForm isFirst onSignedIn={() => enter(`${paths.dashboard}#marketplace`)} />
        </Section>
        <Section id="what-next" title="After that">
          <ol className="welcome-next">
            {next.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </Section>
      </main>
    </div>
  );
};

export default Welcome;
