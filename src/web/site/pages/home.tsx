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
import { Call } from '../parts/call.tsx';
import { Frame } from '../parts/frame.tsx';
import { PlanTag } from '../parts/plan-tag.tsx';
import { Reviews } from '../parts/quotes.tsx';
import { Section } from '../parts/section.tsx';
import { DemoNote, WatchDemo } from '../parts/watch-demo.tsx';
import { BandSection } from '../showcase/screens.tsx';
import type { SitePage } from '../site-page.ts';
import { faqPage, software, webSite } from '../structured-data.ts';

const { panel, features, closing } = homeMessages;

const cards: { of: string; messages: { title: string; text: string }; figure: ReactNode }[] = [
  { of: 'Sharing', messages: features.pace, figure: <PaceFigure /> },
  { of: 'Sharing', messages: features.slots, figure: <WeekFigure /> },
  {
    of: 'Sharing',
    messages: features.limit,
    figure: <LimitFigure count="1,000" text="shares, then it stops" />,
  },
  { of: 'Pricing', messages: features.photo, figure: <PhotoFigure /> },
  { of: 'Pricing', messages: features.optimizer, figure: <OptimizerFigure /> },
  { of: 'Pricing', messages: features.analysis, figure: <IntervalFigure /> },
];

const stepSymbols = [<TickedCircle key="tick" />, <ClockSquare key="clock" />, <HandWash key="hand" />];

const SampleTicks = () => (
  <div className="ticks" aria-hidden="true">
    {Array.from({ length: 86 }, (_, index) => `cell ${index}`).map((cell, index) => (
      <i key={cell} className={index < 52 ? 'd' : undefined} />
    ))}
  </div>
);

const SamplePanel = () => (
  <section className="wrap sample" aria-label="Bot controls, with sample data">
    <div className="panel">
      <div>
        <p className="answers">
          <span className="stamp run">Running</span>
          <span className="stamp none">Sample data</span>
        </p>
        <p className="disp">52 of 86 shared this round.</p>
        <SampleTicks />
        <p className="small mute">Next round at 6:00 PM. No action needed.</p>
      </div>
      <div>
        <h2 className="lab">Today’s limit</h2>
        <p className="sample-count">
          396 <small>of 1,000 shares</small>
        </p>
        <div className="tape" role="img" aria-label="396 of 1,000 shares, 774 expected by 9:02 PM">
          <div className="fill" />
          <div className="fore" />
          <div className="cap" />
        </div>
        <div className="tape-ax along" aria-hidden="true">
          {panel.axis.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
        <p className="small mute">The bot stops at 1,000.</p>
      </div>
      <div>
        <h2 className="lab">Recent activity</h2>
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
        <p className="lead">
          Hangtag shares your Poshmark closet at a human pace, stops at the limit you set, and shows you which prices to
          change.
        </p>
        <div className="calls">
          <Call text={siteMessages.startFree} click="start-free" />
          <WatchDemo />
        </div>
        <DemoNote />
        <p className="small mute">
          Free forever. No card required. <a href={paths.howItWorks}>How it works</a>
        </p>
      </div>
    </div>
    <ClosetLine label="A sample day on the rail: four items already shared, the chore coat being shared now, four waiting for the evening" />
    <SamplePanel />
  </section>
);

const Features = () => (
  <Section
    name="features"
    id="features"
    title="Two jobs: sharing and pricing. Six tools."
    text="Each panel looks like the real screen, with sample data."
  >
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
        Set up in three steps
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
        See how it works, in five steps
      </a>
    </div>
  </section>
);

const Resources = () => (
  <section className="sec" aria-labelledby="resources-title">
    <div className="wrap two-columns">
      <h2 className="big" id="resources-title">
        Read before you share
      </h2>
      <ul className="resources">
        {articles.map(({ slug, title, category, minutes }) => (
          <li key={slug}>
            <a href={articlePath(slug)}>
              <span className="lab">{category}</span>
              <b>{title}</b>
              <span>{blogMessages.readTime(minutes)}</span>
              <ArrowRight />
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
        Fair questions
      </h2>
      <div className="questions">
        {homeMessages.faq.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <Plus />
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
    <Frame
      links={[
        { href: '#features', text: 'Features' },
        { href: paths.howItWorks, text: 'How it works' },
        { href: paths.blog, text: siteMessages.blog },
        { href: '#faq', text: 'FAQ' },
      ]}
    >
      <Hero />
      <Features />
      <BandSection />
      <Steps />
      <Reviews />
      <Resources />
      <Faq />
      <Closing />
    </Frame>
  </>
);

export const homePage: SitePage = {
  path: paths.home,
  title: 'Hangtag: closet sharing and pricing for Poshmark sellers',
  description: homeMessages.description,
  look: 'home',
  data: [webSite, software, faqPage(homeMessages.faq)],
  content: <Home />,
};
