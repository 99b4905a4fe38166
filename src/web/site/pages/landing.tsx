// The landing page, for visitors who arrive from other sites.
import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/visits.ts';
import { homeMessages } from '#web/messages/site/home.ts';
import { landingMessages } from '#web/messages/site/landing.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { CrossedTriangle, HandWash, TickedCircle, Tub } from '#web/ui/care-symbols.tsx';
import { ArrowRight, X } from '#web/ui/icons.tsx';
import { DayRail } from '../drawings/day-rail.tsx';
import { IntervalFigure } from '../drawings/pricing-figures.tsx';
import { PaceFigure } from '../drawings/sharing-figures.tsx';
import { Bar } from '../parts/bar.tsx';
import { Call } from '../parts/call.tsx';
import { Footer } from '../parts/footer.tsx';
import { PlanTag } from '../parts/plan-tag.tsx';
import { Quotes } from '../parts/quotes.tsx';
import { Section } from '../parts/section.tsx';
import { DemoNote, WatchDemo } from '../parts/watch-demo.tsx';
import { BandSection } from '../showcase/screens.tsx';
import type { SitePage } from '../site-page.ts';
import { software } from '../structured-data.ts';

const { features, plan } = landingMessages;

/** What protects a closet, in the style of a care label. */
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
      <p className="lead">{landingMessages.lead}</p>
      <div>
        <div className="calls">
          <Call text={siteMessages.startFree} click="start-free" />
          <WatchDemo />
        </div>
        <DemoNote />
        <p className="small mute">{landingMessages.free}</p>
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
    <h3 className="sr">{landingMessages.tilesTitle}</h3>
    <div className="tiles">
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
  <Section
    name="pricing"
    id="pricing"
    title={landingMessages.pricingTitle}
    text={landingMessages.pricingText}
    look="pricing"
  >
    <PlanTag messages={plan} parts={plan.parts}>
      <Call text={siteMessages.startFree} click="start-free" />
    </PlanTag>
    <p className="small mute plan-notes">{plan.notes}</p>
  </Section>
);

const Reviews = () => (
  <Section name="reviews" id="reviews" title={landingMessages.reviewsTitle} text={landingMessages.reviewsText}>
    <Quotes quotes={homeMessages.quotes} mark="Sample" />
  </Section>
);

const LastCall = () => (
  <section className="last-call cloth">
    <div className="wrap">
      <h2 className="big">{landingMessages.closing}</h2>
      <div>
        <p>{landingMessages.closingText}</p>
        <Call text="Get Started" look="line" click="get-started" />
      </div>
    </div>
  </section>
);

const Landing = () => (
  <>
    <Bar
      links={[
        { href: '#features', text: 'Features' },
        { href: '#pricing', text: 'Pricing' },
        { href: '#reviews', text: 'Reviews' },
      ]}
    />
    <main id="main">
      <Hero />
      <Features />
      <BandSection />
      <Plan />
      <Reviews />
      <LastCall />
    </main>
    <Footer />
  </>
);

export const landingPage: SitePage = {
  path: paths.landing,
  title: landingMessages.title,
  description: landingMessages.description,
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
