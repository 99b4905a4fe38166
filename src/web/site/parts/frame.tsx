// What is around every public page: the bar at its top, and the footer.

import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Menu, Monitor, Moon, Sun } from '#web/ui/icons.tsx';
import { Call } from './call.tsx';

type FrameProps = { links: readonly BarLink[]; className?: string; children: ReactNode };

export const Frame = ({ links, className, children }: FrameProps) => (
  <>
    <Bar links={links} />
    <main id="main" className={className}>
      {children}
    </main>
    <Footer />
  </>
);

type BarLink = { href: string; text: string; isHere?: boolean };

const Links = ({ links }: { links: readonly BarLink[] }) =>
  links.map(({ href, text, isHere }) => (
    <a key={href} href={href} aria-current={isHere ? 'page' : undefined}>
      {text}
    </a>
  ));

/** On phones the links fold into a menu. */
const Bar = ({ links }: { links: readonly BarLink[] }) => (
  <header className="top site-bar">
    <div className="wrap">
      <a className="brand" href={paths.home}>
        <BrandMark />
      </a>
      <nav className="nav site-links" aria-label="Page">
        <Links links={links} />
      </nav>
      <div className="nav end">
        <ThemeButton />
        <a className="site-login for-visitors" href={paths.auth}>
          Log in
        </a>
        <Call look="ink" isLarge={false} text="Get Started" signedInText="Dashboard" click="get-started" />
        <details className="site-menu">
          <summary className="iconbtn" aria-label="Menu">
            <Menu />
          </summary>
          <nav aria-label="Menu">
            <Links links={links} />
            <a className="for-visitors" href={paths.auth}>
              Log in
            </a>
          </nav>
        </details>
      </div>
    </div>
  </header>
);

/** The bar of pages without sections. */
export const siteLinks = (here: string): BarLink[] =>
  [
    { href: paths.howItWorks, text: 'How it works' },
    { href: paths.blog, text: siteMessages.blog },
    { href: `${paths.landing}#pricing`, text: 'Pricing' },
  ].map((link) => ({ ...link, isHere: link.href === here }));

/** Cycles through the three themes. The style sheet changes the icon, the script changes the accessible name. */
const ThemeButton = () => (
  <button className="iconbtn needs-script" type="button" data-theme-button="" aria-label="Theme">
    <Monitor className="on-system" />
    <Sun className="on-light" />
    <Moon className="on-dark" />
  </button>
);

const moreLinks = [
  { href: paths.howItWorks, text: 'How it works' },
  { href: paths.blog, text: siteMessages.blog },
  { href: paths.companion, text: 'Browser extension' },
  { href: paths.apiTest, text: 'Status' },
  { href: paths.privacy, text: 'Privacy' },
  { href: paths.terms, text: 'Terms' },
];

const Footer = () => (
  <footer className="site-foot">
    <div className="wrap">
      <nav aria-label="More pages">
        {moreLinks.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
      <p>For Poshmark sellers. Independent: not affiliated with, endorsed by, or sponsored by Poshmark.</p>
    </div>
  </footer>
);
