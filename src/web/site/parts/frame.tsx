// What is around every public page, the bar at its top and the footer, and the buttons that lead into the app.
import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/visits/visits.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Menu, Monitor, Moon, Play, Sun } from '#web/ui/icons.tsx';

type Link = readonly [href: string, text: string];
type Props = { links?: readonly Link[]; here?: string; className?: string; children: ReactNode };

const usualLinks: readonly Link[] = [
  [paths.howItWorks, 'How it works'],
  [paths.blog, 'Blog'],
  [`${paths.landing}#pricing`, 'Pricing'],
];
const moreLinks: readonly Link[] = [
  [paths.howItWorks, 'How it works'],
  [paths.blog, 'Blog'],
  [paths.companion, 'Browser extension'],
  [paths.apiTest, 'Status'],
  [paths.privacy, 'Privacy'],
  [paths.terms, 'Terms'],
];

/** `here`: the address of the page, if the bar has a link to it. On phones the links fold into a menu. */
export const Frame = ({ links = usualLinks, here, className, children }: Props) => {
  const linked = links.map(([href, text]) => (
    <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
      {text}
    </a>
  ));
  return (
    <>
      <header className="top site-bar">
        <div className="wrap">
          <a className="brand" href={paths.home}>
            <BrandMark />
          </a>
          <nav className="nav site-links" aria-label="Page">
            {linked}
          </nav>
          <div className="nav end">
            {/* Cycles through the three themes. The style sheet changes the icon, the script changes the accessible name. */}
            <button className="iconbtn needs-script" type="button" data-theme-button="" aria-label="Theme">
              <Monitor className="on-system" />
              <Sun className="on-light" />
              <Moon className="on-dark" />
            </button>
            <a className="site-login for-visitors" href={paths.auth}>
              Log in
            </a>
            <Call look="ink" click="get-started" signedInText="Dashboard" />
            <details className="site-menu">
              <summary className="iconbtn" aria-label="Menu">
                <Menu />
              </summary>
              <nav aria-label="Menu">
                {linked}
                <a className="for-visitors" href={paths.auth}>
                  Log in
                </a>
              </nav>
            </details>
          </div>
        </div>
      </header>
      <main id="main" className={className}>
        {children}
      </main>
      <footer className="site-foot">
        <div className="wrap">
          <nav aria-label="More pages">
            {moreLinks.map(([href, text]) => (
              <a key={href} href={href}>
                {text}
              </a>
            ))}
          </nav>
          <p>For Poshmark sellers. Independent: not affiliated with, endorsed by, or sponsored by Poshmark.</p>
        </div>
      </footer>
    </>
  );
};

const callTexts = { 'start-free': 'Start Free Today', 'get-started': 'Get Started' } satisfies Partial<
  Record<Click, string>
>;
type CallProps = { click?: keyof typeof callTexts; look?: string; signedInText?: string };

/** To the auth screen, or to a signed-in seller's dashboard. `/theme.js` decides before the first paint which link shows. */
export const Call = ({ click = 'start-free', look = 'pri lg', signedInText = 'Open your dashboard' }: CallProps) => (
  <>
    <a className={`btn ${look} for-visitors`} href={paths.auth} data-click={click}>
      {callTexts[click]}
    </a>
    <a className={`btn ${look} for-sellers`} href={paths.dashboard}>
      {signedInText}
    </a>
  </>
);

export const CallAndDemo = (call: CallProps) => (
  <>
    <div className="calls">
      <Call {...call} />
      <button
        className="btn line lg needs-script"
        type="button"
        data-demo={paths.dashboard}
        data-click="watch-demo"
        aria-describedby="demo-note"
      >
        <Play />
        Watch Demo
      </button>
    </div>
    <p className="demo-note" id="demo-note" role="status" />
    <noscript>
      <p className="demo-note">The demo and the tools need JavaScript. These pages don’t.</p>
    </noscript>
  </>
);
