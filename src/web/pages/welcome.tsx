import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { DemoButton } from '#web/features/account/demo-button.tsx';
import { meQuery } from '#web/features/account/queries.ts';
import { properties } from '#web/lib/custom-properties.ts';
import { paths, registerPath } from '#web/lib/paths.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import '#web/ui/button.css';
import '#web/ui/hangers.css';
import './welcome.css';

/** A day on the rail, as an example: three slots, the second under way. */
const rounds = [
  { x: 12, fill: 100 },
  { x: 19, fill: 100 },
  { x: 26, fill: 100 },
  { x: 44, fill: 100 },
  { x: 51, fill: 62, isNow: true },
  { x: 72, fill: 0 },
  { x: 79, fill: 0 },
  { x: 86, fill: 0 },
];

const facts = [
  { title: 'At a human pace', text: 'One listing at a time, with uneven gaps, in the order of your closet.' },
  { title: 'Under a cap that holds', text: 'You choose how many shares a day. It stops itself there.' },
  { title: 'Never past a check', text: 'When the marketplace wants to see a person, it stops and tells you.' },
];

const Welcome = () => {
  const { data: user } = useQuery(meQuery);
  const [, navigate] = useLocation();
  return (
    <div className="welcome">
      <title>Hangtag · Your closet shares itself</title>
      <header className="wrap welcome-bar">
        <Link className="brand" href={paths.home}>
          <BrandMark />
        </Link>
        {user ? (
          <Link className="btn line" href={paths.dashboard}>
            Dashboard
          </Link>
        ) : (
          <Link className="btn line" href={paths.auth}>
            Login
          </Link>
        )}
      </header>
      <main id="main">
        <div className="wrap">
          <h1 className="disp">Your closet shares itself.</h1>
          <div
            className="welcome-rail"
            role="img"
            aria-label="A rail with one day’s rounds: four done, one under way, three planned"
          >
            <div className="pipe" />
            {rounds.map(({ x, fill, isNow }) => (
              <i key={x} className={isNow ? 'now-tag' : undefined} style={properties({ x, f: `${fill}%` })} />
            ))}
          </div>
          <div className="welcome-foot">
            <div>
              <p className="lead-s">
                Hangtag shares every listing of your Poshmark closet on a schedule, at a human pace, and tells you what
                it did.
              </p>
              <div className="welcome-actions">
                {user ? (
                  <Link className="btn pri lg" href={paths.dashboard}>
                    Open your dashboard
                  </Link>
                ) : (
                  <>
                    <Link className="btn pri lg" href={registerPath}>
                      Open an account
                    </Link>
                    <DemoButton onSignedIn={() => navigate(paths.dashboard)} />
                  </>
                )}
              </div>
              <p className="small mute">Free. No card. Independent, not affiliated with Poshmark.</p>
            </div>
            <dl className="welcome-facts">
              {facts.map(({ title, text }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </main>
    </div>
  );
};

export default Welcome;
