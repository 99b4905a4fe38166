// The landing page, for visitors who arrive from other sites.
import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/visits/visits.ts';
import { landingMessages } from '#web/messages/site/landing.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { CrossedTriangle, HandWash, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';
import { ArrowRight, X } from '#web/ui/icons.tsx';

import { IntervalFigure } from '../drawings/pricing-figures.tsx';
import { PaceFigure } from '../drawings/sharing-figures.tsx';
import { Call } from '../parts/call.tsx';
import { Frame } from '../parts/frame.tsx';
import { PlanTag } from '../parts/plan-tag.tsx';
import { Reviews } from '../parts/quotes.tsx';
import { Section } from '../parts/section.tsx';
import { DemoNote, WatchDemo } from '../parts/watch-demo.tsx';
import { BandSection } from '../showcase/screens.tsx';
import type { SitePage } from '../site-page.ts';
import { software } from '../structured-data.ts';

const { features, plan } = landingMessages;

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

type Feature = {
  id: string;
  messages: { title: string; text: string; more: readonly string[] };
  click: Click;
  figure: ReactNode;
};

const rows: Feature[] = [
  { id: 'learn-sharing', messages: features.sharing, click: 'learn-sharing', figure: <PaceFigure /> },
  { id: 'learn-pricing', messages: features.pricing, click: 'learn-pricing', figure: <IntervalFigure /> },
  { id: 'learn-safety', messages: features.safety, click: 'learn-safety', figure: <CareFigure /> },
];

const Hero = () => (
  <section className="hero hero-rail">
    <div className="wrap">
      <h1>{landingMessages.hero}</h1>
    </div>
    <DayRail messages={landingMessages} />
    <div className="wrap hero-foot">
      <p className="lead">
        You decide how often, what hours, and how many shares a day. Hangtag does the sharing, shows you what it did,
        and stops at your limit.
      </p>
      <div>
        <div className="calls">
          <Call text={siteMessages.startFree} click="start-free" />
          <WatchDemo />
        </div>
        <DemoNote />
        <p className="small mute">
          Free forever. No card required. The demo opens a practice closet. No account needed.
        </p>
      </div>
    </div>
  </section>
);

const Features = () => (
  <Section name="features" id="features" title={landingMessages.featuresTitle} text={landingMessages.featuresText}>
    <div className="cards cards-tall">
      {rows.map(({ id, messages, click, figure }) => (
        <article key={id}>
          <div className="card-figure">{figure}</div>
          <h3 id={`${id}-of`}>{messages.title}</h3>
          <p>{messages.text}</p>
          <LearnMore id={id} title={messages.title} more={messages.more} click={click} />
        </article>
      ))}
    </div>
    <h3 className="sr">The fine print, in full size</h3>
    <div className="tiles columns">
      {landingMessages.tiles.map(({ title, text }) => (
        <div key={title}>
          <h4>{title}</h4>
          <p>{text}</p>
        </div>
      ))}
    </div>
  </Section>
);

const Plan = () => (
  <Section name="pricing" id="pricing" title="One price." text="It fits on the tag." look="pricing">
    <PlanTag messages={plan} parts={plan.parts}>
      <Call text={siteMessages.startFree} click="start-free" />
    </PlanTag>
    <p className="small mute plan-notes">{plan.notes}</p>
  </Section>
);

const LastCall = () => (
  <section className="last-call cloth">
    <div className="wrap">
      <h2 className="big">Hang it up. Go outside.</h2>
      <div>
        <p>A practice closet opens in seconds. Connecting your own takes a few minutes.</p>
        <Call text="Get Started" look="line" click="get-started" />
      </div>
    </div>
  </section>
);

const Landing = () => (
  <Frame
    links={[
      { href: '#features', text: 'Features' },
      { href: '#pricing', text: 'Pricing' },
      { href: '#reviews', text: 'Reviews' },
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

type Props = { id: string; title: string; more: readonly string[]; click: Click };

/** The browser does all of this without a script: Escape closes the sheet, and the focus returns. */
const LearnMore = ({ id, title, more, click }: Props) => (
  <>
    <button className="btn line" type="button" popoverTarget={id} data-click={click} aria-describedby={`${id}-of`}>
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

type Round = { at: number; filled: number; state: 'past' | 'on' | 'next' };

const rounds: readonly Round[] = [
  { at: 8, filled: 1, state: 'past' },
  { at: 9, filled: 1, state: 'past' },
  { at: 10, filled: 1, state: 'past' },
  { at: 12, filled: 1, state: 'past' },
  { at: 13, filled: 0.6, state: 'on' },
  { at: 18, filled: 0, state: 'next' },
  { at: 19, filled: 0, state: 'next' },
  { at: 20, filled: 0, state: 'next' },
  { at: 21, filled: 0, state: 'next' },
];
const slots = [
  { from: 8, to: 11 },
  { from: 12, to: 14 },
  { from: 18, to: 22 },
];
const hoursNamed = [
  { at: 0, anchor: 'start' },
  { at: 6, anchor: 'middle' },
  { at: 12, anchor: 'middle' },
  { at: 18, anchor: 'middle' },
  { at: 24, anchor: 'end' },
] as const;
const hour = 1320 / 24;
const hourLines = Array.from({ length: 25 }, (_, at) => `M${Math.min(1319.5, at * hour + 0.5)} 44v146`).join('');
const now = 13.35;
const top = 68;
const tall = 98;

const outline = (x: number) => `M${x + 10} ${top}h16l10 11v${tall}h-36v-${tall}z`;

type Words = { rail: string; hours: readonly string[]; slots: readonly string[]; now: string };

const DayRail = ({ messages }: { messages: Words }) => (
  <div className="day-rail" role="img" aria-label={messages.rail}>
    <svg className="day-rail-wide" viewBox="0 0 1320 214" aria-hidden="true" focusable="false">
      <pattern id="planned" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="measure" d="M0 0v6" />
      </pattern>
      <path className="hour-line" d={hourLines} />
      {slots.map(({ from, to }, index) => (
        <g key={from}>
          <path className="slot-bracket" d={`M${from * hour} 34V8h${(to - from) * hour}v26`} />
          <text className="strong" x={from * hour + 9} y="26">
            {messages.slots[index]}
          </text>
        </g>
      ))}
      <rect className="rail-bar" x="-2000" y="40" width="5320" height="8" />
      {rounds.map(({ at, filled, state }) => {
        const x = at * hour + 6;
        const height = tall + 11;
        return (
          <g key={at} className={`round ${state}`}>
            <path className="thread" d={`M${x + 18} 48v28`} />
            <path className="tag-paper" d={outline(x)} />
            <clipPath id={`round-${at}`}>
              <path d={outline(x)} />
            </clipPath>
            <rect
              className="tag-ink"
              x={x}
              y={top}
              width="36"
              height={height * filled}
              clipPath={`url(#round-${at})`}
            />
            <circle className="hole" cx={x + 18} cy={top + 11} r="3.4" />
          </g>
        );
      })}
      <path className="now-line" d={`M${now * hour} 30v162`} />
      <rect className="now-flag" x={now * hour} y="191" width="92" height="22" rx="2" />
      <text className="now-text" x={now * hour + 46} y="206.5" textAnchor="middle">
        {messages.now}
      </text>
      {hoursNamed.map(({ at, anchor }, index) => (
        <text key={at} x={at * hour} y="210" textAnchor={anchor}>
          {messages.hours[index]}
        </text>
      ))}
    </svg>
  </div>
);
