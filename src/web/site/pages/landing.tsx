// The landing page, for visitors who arrive from other sites.
import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/visits/visits.ts';
import { CrossedTriangle, HandWash, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';
import { ArrowRight, X } from '#web/ui/icons.tsx';
import { IntervalFigure, PaceFigure } from '../parts/figures.tsx';
import { Call, CallAndDemo, Frame } from '../parts/frame.tsx';
import { DayRail } from '../parts/rails.tsx';
import { PlanTag, Reviews, Section } from '../parts/sections.tsx';
import { BandSection } from '../showcase/screens.tsx';
import { type SitePage, software } from '../site-page.ts';

const CareFigure = () => (
  <div className="care-figure cloth" aria-hidden="true">
    <div className="woven">
      <HandWash />
      <Tub>1,000</Tub>
      <CrossedTriangle />
      <TickedCircle />
    </div>
  </div>
);

type Feature = { id: Click; figure: ReactNode; title: string; text: string; more: readonly string[] };

const features: readonly Feature[] = [
  {
    id: 'learn-sharing',
    figure: <PaceFigure />,
    title: 'Smart Auto-Sharing',
    text: 'Every active listing once per round, from the last to the first, at uneven gaps of about two seconds. At a fixed frequency, or only in the hours you choose.',
    more: [
      'A round goes from the last listing to the first. A shared listing moves to the top, so your closet is back in order at the end of the round.',
      'The gaps between shares vary on purpose. They average two seconds unless your administrator changed that.',
      'Hangtag skips sold, removed, and not-for-sale listings. If a listing sells during a round, it drops out, and the log says why.',
      'Every share that Poshmark confirmed is in your activity log. A share that couldn’t be confirmed counts toward your limit and isn’t sent again in that round.',
    ],
  },
  {
    id: 'learn-pricing',
    figure: <IntervalFigure />,
    title: 'AI Price Optimization',
    text: 'Price from a photo, analyze one listing, or check up to 20 listings at once. Each price comes with a range and the comps behind it.',
    more: [
      'Every suggestion shows how sure it is: a range, the number of comps, and what would make it better.',
      'If there’s not enough data, Hangtag suggests no price and tells you what’s missing.',
      'Nothing is applied automatically. You choose which prices to apply, and you can undo them as long as nobody has changed them since.',
      'Pricing runs on the server itself. A photo goes to an outside AI model only if your administrator connected one and you agree each time.',
    ],
  },
  {
    id: 'learn-safety',
    figure: <CareFigure />,
    title: 'Safe & Secure',
    text: 'A daily limit that holds through crashes and restarts, a full stop at every human check, and encrypted credentials that are never shown again.',
    more: [
      'Hangtag counts each share before sending it, and sends it only if it’s within the limit. That’s why the limit holds even after a crash.',
      'If Poshmark wants to verify you’re human, the bot pauses and tells you what to do. It never solves or evades a check.',
      'Your Poshmark password and session are encrypted with a key for your account. Hangtag sends them only to Poshmark.',
      'Poshmark’s guidelines don’t allow automation. Hangtag says so before your first start and asks if you accept that risk. What it can do is keep a low pace and stop early.',
    ],
  },
];

const tiles = [
  {
    title: 'Lightning Fast',
    text: 'This page has less than 10 KB of script. Sharing stays slow on purpose.',
  },
  {
    title: 'Premium Features',
    text: 'One plan with every feature. No upsells.',
  },
  {
    title: 'Community',
    text: 'Open source under the MIT license. Anyone can read it, run it, and improve it.',
  },
  {
    title: '24/7 Support',
    text: 'The bot runs 24/7. Support doesn’t: your messages go to this site’s administrator, who answers when they can.',
  },
];

const Hero = () => (
  <section className="hero hero-rail">
    <div className="wrap">
      <h1>Your closet shares itself.</h1>
    </div>
    <DayRail />
    <div className="wrap hero-foot">
      <p className="lead">
        You decide how often, what hours, and how many shares a day. Hangtag does the sharing, shows you what it did,
        and stops at your limit.
      </p>
      <div>
        <CallAndDemo />
        <p className="small mute">
          Free forever. No card required. The demo opens a practice closet. No account needed.
        </p>
      </div>
    </div>
  </section>
);

const Features = () => (
  <Section
    id="features"
    title="It does the sharing. You stay in charge."
    text="Three things it does. Learn More shows the details."
  >
    <div className="cards cards-tall">
      {features.map((feature) => (
        <article key={feature.id}>
          <div className="card-figure">{feature.figure}</div>
          <h3 id={`${feature.id}-of`}>{feature.title}</h3>
          <p>{feature.text}</p>
          <LearnMore {...feature} />
        </article>
      ))}
    </div>
    <h3 className="sr">The fine print, in full size</h3>
    <div className="tiles columns">
      {tiles.map(({ title, text }) => (
        <div key={title}>
          <h4>{title}</h4>
          <p>{text}</p>
        </div>
      ))}
    </div>
  </Section>
);

const Plan = () => (
  <Section id="pricing" title="One price." text="It fits on the tag." className="sec pricing">
    <PlanTag lines={['The whole rail,', 'one tag.']} terms="No card required." title="Everything included" />
    <p className="small mute plan-notes">
      Unlimited means as many listings as you have, up to the daily limit you set. Premium support is the same for
      everyone.
    </p>
  </Section>
);

const LastCall = () => (
  <section className="last-call cloth">
    <div className="wrap">
      <h2 className="big">Hang it up. Go outside.</h2>
      <div>
        <p>A practice closet opens in seconds. Connecting your own takes a few minutes.</p>
        <Call look="line lg" click="get-started" />
      </div>
    </div>
  </section>
);

const Landing = () => (
  <Frame
    links={[
      ['#features', 'Features'],
      ['#pricing', 'Pricing'],
      ['#reviews', 'Reviews'],
    ]}
  >
    <Hero />
    <Features />
    <BandSection />
    <Plan />
    <Reviews />
    <LastCall />
  </Frame>
);

export const landingPage: SitePage = {
  path: paths.landing,
  title: 'Your closet shares itself: Hangtag for Poshmark sellers',
  description:
    'Automatic sharing with human-like timing, price suggestions with comps, and a hard daily limit. One plan at $0 per month. Watch the demo first.',
  look: 'landing',
  data: [software],
  content: <Landing />,
};

/** The browser does all of this without a script: Escape closes the sheet, and the focus returns. */
const LearnMore = ({ id, title, more }: Pick<Feature, 'id' | 'title' | 'more'>) => (
  <>
    <button className="btn line" type="button" popoverTarget={id} data-click={id} aria-describedby={`${id}-of`}>
      Learn More
    </button>
    <div className="site-sheet" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <div className="site-sheet-head">
        <h3 className="h-title" id={`${id}-title`}>
          {title}
        </h3>
        <button
          className="iconbtn"
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close"
          // The visitor opened the sheet with the button, so the focus goes to the control that closes it.
          // biome-ignore lint/a11y/noAutofocus: it takes effect when the sheet is opened, not when the page is
          autoFocus
        >
          <X />
        </button>
      </div>
      <ul>
        {more.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <a className="site-more" href={paths.howItWorks}>
        How it works
        <ArrowRight />
      </a>
    </div>
  </>
);
