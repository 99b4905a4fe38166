// The page that explains how Hangtag works.

import { paths } from '#contract/pages.ts';
import { howItWorksMessages as messages } from '#web/messages/site/how-it-works.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { FlatSymbols } from '../drawings/flats.tsx';
import { Bar, siteLinks } from '../parts/bar.tsx';
import { Call } from '../parts/call.tsx';
import { Footer } from '../parts/footer.tsx';
import { DemoNote, WatchDemo } from '../parts/watch-demo.tsx';
import { BandScreen, ConnectScreen, DayScreen, PhotoScreen, PriceScreen } from '../showcase/screens.tsx';
import type { SitePage } from '../site-page.ts';
import { breadcrumbs } from '../structured-data.ts';

const Back = () => (
  <>
    <a className="btn bare for-visitors" href={paths.auth}>
      <ArrowLeft className="ic" aria-hidden="true" />
      {messages.back}
    </a>
    <a className="btn bare for-sellers" href={paths.home}>
      <ArrowLeft className="ic" aria-hidden="true" />
      {messages.back}
    </a>
  </>
);

const List = ({ title, items, id }: { title: string; items: readonly string[]; id: string }) => (
  <section aria-labelledby={id}>
    <h2 className="h-title" id={id}>
      {title}
    </h2>
    <ul className="plain-list">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
);

const screens = [
  <ConnectScreen key="connect" />,
  <BandScreen key="band" />,
  <PriceScreen key="price" />,
  <PhotoScreen key="photo" />,
  <DayScreen key="day" />,
];

const HowItWorks = () => (
  <>
    <FlatSymbols />
    <Bar links={siteLinks(paths.howItWorks)} />
    <main id="main" className="page">
      <div className="wrap">
        <Back />
        <div className="page-head">
          <h1 className="disp">{messages.heading}</h1>
          <p className="lead-s">
            Hangtag runs on a server and does two chores for Poshmark sellers: it shares your closet and suggests
            prices. Here’s how it works, in five steps.
          </p>
        </div>

        <section className="overview" aria-labelledby="overview-title">
          <h2 className="h-title" id="overview-title">
            Overview
          </h2>
          <p>
            You connect your closet and choose a pace. The bot then shares your listings round by round, at uneven
            intervals, in the hours you allow, up to a hard daily limit. Everything it does is logged. There are also
            three pricing tools: one for a photo, one for a single listing, and one for many. They suggest, you decide.
          </p>
        </section>

        <section className="five" aria-labelledby="five-title">
          <h2 className="big" id="five-title">
            Five steps
          </h2>
          <ol>
            {messages.steps.map(({ title, text, aside }, index) => (
              <li key={title}>
                <b aria-hidden="true">{index + 1}</b>
                <div>
                  <h3 className="h-title">{title}</h3>
                  <p>{text}</p>
                  {index === 0 && (
                    <p>
                      <a href={paths.companion}>Or share from your own browser, with the Hangtag companion</a>
                    </p>
                  )}
                </div>
                <p className="five-aside">{aside}</p>
                {screens[index]}
              </li>
            ))}
          </ol>
        </section>

        <div className="lists">
          <List id="key-features" title="Key features" items={messages.features} />
          <List id="benefits" title="Benefits" items={messages.benefits} />
          <List id="never" title="What it won’t do" items={messages.never} />
        </div>
      </div>

      <section className="last-call cloth">
        <div className="wrap">
          <h2 className="big">That’s it.</h2>
          <div>
            <p>Try a practice closet first, if you like.</p>
            <div className="calls">
              <Call text={siteMessages.getStarted} look="line" click="get-started" />
              <WatchDemo />
            </div>
            <DemoNote />
          </div>
        </div>
      </section>
    </main>
    <Footer />
  </>
);

export const howItWorksPage: SitePage = {
  path: paths.howItWorks,
  title: 'How Hangtag works, in five steps',
  description:
    'From connecting a closet to the first share: what Hangtag does in five steps, and what it will never do.',
  look: 'tour',
  data: [
    breadcrumbs([
      { name: 'Hangtag', path: paths.home },
      { name: messages.heading, path: paths.howItWorks },
    ]),
  ],
  content: <HowItWorks />,
};
