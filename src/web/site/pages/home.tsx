// The front page.

import type { ReactNode } from 'react';
import { articlePath, paths } from '#contract/pages.ts';
import { blogMessages } from '#web/messages/site/blog.ts';
import { homeMessages } from '#web/messages/site/home.ts';
import { landingMessages } from '#web/messages/site/landing.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { ClockSquare, HandWash, TickedCircle } from '#web/ui/care-symbols.tsx';
import { ArrowRight, Plus } from '#web/ui/icons.tsx';
import { articles } from '../articles.ts';
import { ClosetLine } from '../drawings/closet-line.tsx';
import { FlatSymbols } from '../drawings/flats.tsx';
import { IntervalFigure, OptimizerFigure, PhotoFigure } from '../drawings/pricing-figures.tsx';
import { LimitFigure, PaceFigure, WeekFigure } from '../drawings/sharing-figures.tsx';
import { Bar } from '../parts/bar.tsx';
import { Call } from '../parts/call.tsx';
import { Footer } from '../parts/footer.tsx';
import { PlanTag } from '../parts/plan-tag.tsx';
import { Quotes } from '../parts/quotes.tsx';
import { Section } from '../parts/section.tsx';
import { DemoNote, WatchDemo } from '../parts/watch-demo.tsx';
import { BandSection } from '../showcase/screens.tsx';
import type { SitePage } from '../site-page.ts';
import { faqPage, software, webSite } from '../structured-data.ts';

const { panel, features, closing } = homeMessages;

const cards: { of: string; messages: { title: string; text: string }; figure: ReactNode }[] = [
  { of: homeMessages.sharing, messages: features.pace, figure: <PaceFigure /> },
  { of: homeMessages.sharing, messages: features.slots, figure: <WeekFigure /> },
  {
    of: homeMessages.sharing,
    messages: features.limit,
    figure: <LimitFigure count="1,000" text={homeMessages.limitFigure} />,
  },
  { of: homeMessages.pricing, messages: features.photo, figure: <PhotoFigure /> },
  { of: homeMessages.pricing, messages: features.optimizer, figure: <OptimizerFigure /> },
  { of: homeMessages.pricing, messages: features.analysis, figure: <IntervalFigure /> },
];

const stepSymbols = [<TickedCircle key="tick" />, <ClockSquare key="clock" />, <HandWash key="hand" />];

/** The sample round: 86 listings, 52 of them shared. */
const SampleTicks = () => (
  <div className="sample-ticks" aria-hidden="true">
    {Array.from({ length: 86 }, (_, index) => `cell ${index}`).map((cell, index) => (
      <i key={cell} className={index < 52 ? 'd' : undefined} />
    ))}
  </div>
);

const SamplePanel = () => (
  <section className="wrap sample" aria-label={panel.label}>
    <div className="panel">
      <div>
        <p className="sample-stamps">
          <span className="stamp run">{panel.running}</span>
          <span className="stamp none">{siteMessages.sample}</span>
        </p>
        <p className="disp">{panel.sentence}</p>
        <SampleTicks />
        <p className="small mute">{panel.next}</p>
      </div>
      <div>
        <h2 className="lab">{panel.limit}</h2>
        <p className="sample-count">
          {panel.count} <small>{panel.of}</small>
        </p>
        <div className="tape" role="img" aria-label={panel.gauge}>
          <div className="fill" />
          <div className="fore" />
          <div className="cap" />
        </div>
        <div className="tape-ax" aria-hidden="true">
          {panel.axis.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
        <p className="small mute">{panel.stops}</p>
      </div>
      <div>
        <h2 className="lab">{panel.activity}</h2>
        <ol className="sample-activity">
          {panel.entries.map(({ at, text }) => (
            <li key={at}>
              <time>{at}</time>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </div>
  </section>
);

const Hero = () => (
  <section className="hero">
    <div className="wrap">
      <h1>
        {homeMessages.hero.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <div>
        <p className="lead">{homeMessages.lead}</p>
        <div className="calls">
          <Call text={siteMessages.startFree} click="start-free" />
          <WatchDemo />
        </div>
        <DemoNote />
        <p className="small mute">
          {homeMessages.free} <a href={paths.howItWorks}>{homeMessages.howItWorks}</a>
        </p>
      </div>
    </div>
    <ClosetLine label={homeMessages.rail} />
    <SamplePanel />
  </section>
);

const Features = () => (
  <Section name="features" id="features" title={homeMessages.featuresTitle} text={homeMessages.featuresText}>
    <div className="cards">
      {cards.map(({ of, messages, figure }) => (
        <article key={messages.title}>
          <p className="lab">{of}</p>
          <div className="card-figure">{figure}</div>
          <h3>{messages.title}</h3>
          <p>{messages.text}</p>
        </article>
      ))}
    </div>
  </Section>
);

const Steps = () => (
  <section className="steps cloth" aria-labelledby="steps-title">
    <div className="wrap">
      <h2 className="big" id="steps-title">
        {homeMessages.stepsTitle}
      </h2>
      <ol className="labels">
        {homeMessages.steps.map(({ title, text }, index) => (
          <li className="woven" key={title}>
            <div className="label-head">
              <b>{index + 1}</b>
              {stepSymbols[index]}
            </div>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <a className="steps-more" href={paths.howItWorks}>
        {homeMessages.stepsMore}
      </a>
    </div>
  </section>
);

const Reviews = () => (
  <Section name="quotes" id="reviews" title={homeMessages.quotesTitle} text={homeMessages.quotesText}>
    <Quotes quotes={homeMessages.quotes} mark={homeMessages.sampleQuote} />
  </Section>
);

const Resources = () => (
  <section className="sec" aria-labelledby="resources-title">
    <div className="wrap two-columns">
      <h2 className="big" id="resources-title">
        {homeMessages.resourcesTitle}
      </h2>
      <ul className="resources">
        {articles.map(({ slug, title, category, minutes }) => (
          <li key={slug}>
            <a href={articlePath(slug)}>
              <span className="lab">{category}</span>
              <b>{title}</b>
              <span>{blogMessages.readTime(minutes)}</span>
              <ArrowRight className="ic" aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

const Faq = () => (
  <section className="sec" id="faq" aria-labelledby="faq-title">
    <div className="wrap two-columns">
      <h2 className="big" id="faq-title">
        {homeMessages.faqTitle}
      </h2>
      <div className="questions">
        {homeMessages.faq.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <Plus className="ic" aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
);

const Closing = () => (
  <section className="closing">
    <div className="wrap">
      <PlanTag messages={closing} parts={landingMessages.plan.parts}>
        <Call text={siteMessages.startFree} click="start-free" />
      </PlanTag>
    </div>
  </section>
);

const Home = () => (
  <>
    <FlatSymbols />
    <Bar
      links={[
        { href: '#features', text: siteMessages.features },
        { href: paths.howItWorks, text: siteMessages.howItWorks },
        { href: paths.blog, text: siteMessages.blog },
        { href: '#faq', text: siteMessages.faq },
      ]}
    />
    <main id="main">
      <Hero />
      <Features />
      <BandSection />
      <Steps />
      <Reviews />
      <Resources />
      <Faq />
      <Closing />
    </main>
    <Footer />
  </>
);

export const homePage: SitePage = {
  path: paths.home,
  title: homeMessages.title,
  description: homeMessages.description,
  look: 'home',
  data: [webSite, software, faqPage(homeMessages.faq)],
  content: <Home />,
};
