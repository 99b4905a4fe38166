// The front page.
import { articlePath, paths } from '#contract/pages.ts';
import { ClockSquare, HandWash, TickedCircle } from '#web/ui/care-symbols.tsx';
import { ArrowRight, Plus } from '#web/ui/icons.tsx';
import { articles } from '../articles.ts';
import {
  IntervalFigure,
  LimitFigure,
  OptimizerFigure,
  PaceFigure,
  PhotoFigure,
  WeekFigure,
} from '../parts/figures.tsx';
import { CallAndDemo, Frame } from '../parts/frame.tsx';
import { ClosetLine, FlatSymbols, SamplePanel } from '../parts/rails.tsx';
import { PlanTag, Reviews, Section } from '../parts/sections.tsx';
import { BandSection } from '../showcase/screens.tsx';
import { faqPage, type SitePage, siteDescription, software, webSite } from '../site-page.ts';

const cards = [
  {
    of: 'Sharing',
    figure: <PaceFigure />,
    title: 'Smart auto-sharing',
    text: 'Uneven gaps, one listing at a time, in your closet’s order. Choose how often, from every 30 minutes to once daily, or set your own interval.',
  },
  {
    of: 'Sharing',
    figure: <WeekFigure />,
    title: 'Scheduled slots',
    text: 'Choose the hours that suit your buyers, day by day. Outside them, nothing is shared.',
  },
  {
    of: 'Sharing',
    figure: <LimitFigure />,
    title: 'A hard daily limit',
    text: 'You choose the number. The bot stops there, and a human check pauses it.',
  },
  {
    of: 'Pricing',
    figure: <PhotoFigure />,
    title: 'Price from a photo',
    text: 'Take a photo, add the brand and condition if you know them, and get a price with the comps behind it.',
  },
  {
    of: 'Pricing',
    figure: <OptimizerFigure />,
    title: 'Smart pricing optimizer',
    text: 'Raise, lower, or keep, for up to 20 listings at once. You choose which prices to apply.',
  },
  {
    of: 'Pricing',
    figure: <IntervalFigure />,
    title: 'Market analysis',
    text: 'Demand, season, competition, and comps for any listing. Apply the price in one click.',
  },
];

const steps = [
  {
    title: 'Connect your closet',
    text: 'Pair your own browser, import its session, or use your username and password. Hangtag tests the connection before it shares anything and never shows your password again.',
    symbol: <TickedCircle />,
  },
  {
    title: 'Set the pace',
    text: 'How often, what hours, and your daily limit. Hangtag warns you when a limit gets risky.',
    symbol: <ClockSquare />,
  },
  {
    title: 'Press Start Bot',
    text: 'Watch it share, or close the tab. It logs every share and stops on its own.',
    symbol: <HandWash />,
  },
];

const faq = [
  {
    question: 'Can this get my account limited?',
    answer:
      'Yes. Poshmark’s guidelines don’t allow automation, even for your own closet, so any tool like this carries a risk. Hangtag lowers it with uneven gaps, a hard daily limit, and a full stop when Poshmark asks you to verify you’re human. It never solves or evades a check.',
  },
  {
    question: 'What happens at the daily limit?',
    answer:
      'The bot stops and tells you so. You start it again the next day, or have it resume every day at midnight. The count survives restarts and crashes, and includes shares that couldn’t be confirmed.',
  },
  {
    question: 'Where is my Poshmark password stored?',
    answer:
      'On the server that runs Hangtag, which can be your own, encrypted with a key for your account. Nobody can see it again, including you. You can also connect without it: pair your own browser, or import its session.',
  },
  {
    question: 'Does my closet keep its order?',
    answer:
      'Yes. A shared listing moves to the top, so each round goes from the last listing to the first. At the end, everything is back in order.',
  },
  {
    question: 'Do I have to leave a browser open?',
    answer:
      'Only if you choose to share through your own browser. Otherwise the bot runs on the server: close the tab and check back whenever you like.',
  },
  {
    question: 'Is it really free?',
    answer:
      'Yes. One plan at $0 per month, no card required. Hangtag is open source under the MIT license, so you can also run it yourself.',
  },
];

const Hero = () => (
  <section className="hero">
    <div className="wrap">
      <h1>
        <span>Shared all day. </span>
        <span>Never in a rush. </span>
      </h1>
      <div>
        <p className="lead">
          Hangtag shares your Poshmark closet at a human pace, stops at the limit you set, and shows you which prices to
          change.
        </p>
        <CallAndDemo />
        <p className="small mute">
          Free forever. No card required. <a href={paths.howItWorks}>How it works</a>
        </p>
      </div>
    </div>
    <ClosetLine />
    <SamplePanel />
  </section>
);

const Features = () => (
  <Section
    id="features"
    title="Two jobs: sharing and pricing. Six tools."
    text="Each panel looks like the real screen, with sample data."
  >
    <div className="cards">
      {cards.map(({ of, figure, title, text }) => (
        <article key={title}>
          <p className="lab">{of}</p>
          <div className="card-figure">{figure}</div>
          <h3>{title}</h3>
          <p>{text}</p>
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
        {steps.map(({ title, text, symbol }, index) => (
          <li className="woven" key={title}>
            <div className="label-head">
              <b>{index + 1}</b>
              {symbol}
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
        {articles.map(({ slug, title, category, readTime }) => (
          <li key={slug}>
            <a href={articlePath(slug)}>
              <span className="lab">{category}</span>
              <b>{title}</b>
              <span>{readTime}</span>
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
        {faq.map(({ question, answer }, index) => (
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

const Home = () => (
  <>
    <FlatSymbols />
    <Frame
      links={[
        ['#features', 'Features'],
        [paths.howItWorks, 'How it works'],
        [paths.blog, 'Blog'],
        ['#faq', 'FAQ'],
      ]}
    >
      <Hero />
      <Features />
      <BandSection />
      <Steps />
      <Reviews />
      <Resources />
      <Faq />
      <section className="closing">
        <div className="wrap">
          <PlanTag
            lines={['Hang it once.', 'Let it share.']}
            terms="Free forever, no card required."
            title="One plan. Everything included."
          />
        </div>
      </section>
    </Frame>
  </>
);

export const homePage: SitePage = {
  path: paths.home,
  title: 'Hangtag: closet sharing and pricing for Poshmark sellers',
  description: siteDescription,
  look: 'home',
  data: [webSite, software, faqPage(faq)],
  content: <Home />,
};
