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
          <p className="lead-s">{messages.lead}</p>
        </div>

        <section className="overview" aria-labelledby="overview-title">
          <h2 className="h-title" id="overview-title">
            {messages.overviewTitle}
          </h2>
          <p>{messages.overview}</p>
        </section>

        <section className="five" aria-labelledby="five-title">
          <h2 className="big" id="five-title">
            {messages.stepsTitle}
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
                      <a href={paths.companion}>{messages.companion}</a>
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
          <List id="key-features" title={messages.featuresTitle} items={messages.features} />
          <List id="benefits" title={messages.benefitsTitle} items={messages.benefits} />
          <List id="never" title={messages.neverTitle} items={messages.never} />
        </div>
      </div>

      <section className="last-call cloth">
        <div className="wrap">
          <h2 className="big">{messages.closing}</h2>
          <div>
            <p>{messages.closingText}</p>
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
  title: messages.title,
  description: messages.description,
  look: 'tour',
  data: [
    breadcrumbs([
      { name: 'Hangtag', path: paths.home },
      { name: messages.heading, path: paths.howItWorks },
    ]),
  ],
  content: <HowItWorks />,
};
