import { ArrowLeft } from 'lucide-react';
import { paths } from '#contract/pages.ts';
import { howItWorksWords as words } from '#web/messages/site/how-it-works.ts';
import { siteWords } from '#web/messages/site/site.ts';
import { Bar, siteLinks } from '../parts/bar.tsx';
import { Call } from '../parts/call.tsx';
import { Footer } from '../parts/footer.tsx';
import { DemoNote, WatchDemo } from '../parts/watch-demo.tsx';
import type { SitePage } from '../site-page.ts';
import { breadcrumbs } from '../structured-data.ts';

const Back = () => (
  <>
    <a className="btn bare for-visitors" href={paths.auth}>
      <ArrowLeft className="ic" aria-hidden="true" />
      {words.back}
    </a>
    <a className="btn bare for-sellers" href={paths.home}>
      <ArrowLeft className="ic" aria-hidden="true" />
      {words.back}
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

const HowItWorks = () => (
  <>
    <Bar links={siteLinks(paths.howItWorks)} />
    <main id="main" className="page">
      <div className="wrap">
        <Back />
        <div className="page-head">
          <h1 className="disp">{words.heading}</h1>
          <p className="lead-s">{words.lead}</p>
        </div>

        <section className="overview" aria-labelledby="overview-title">
          <h2 className="h-title" id="overview-title">
            {words.overviewTitle}
          </h2>
          <p>{words.overview}</p>
        </section>

        <section className="five" aria-labelledby="five-title">
          <h2 className="big" id="five-title">
            {words.stepsTitle}
          </h2>
          <ol>
            {words.steps.map(({ title, text, aside }, index) => (
              <li key={title}>
                <b aria-hidden="true">{index + 1}</b>
                <div>
                  <h3 className="h-title">{title}</h3>
                  <p>{text}</p>
                </div>
                <p className="five-aside">{aside}</p>
              </li>
            ))}
          </ol>
        </section>

        <div className="lists">
          <List id="key-features" title={words.featuresTitle} items={words.features} />
          <List id="benefits" title={words.benefitsTitle} items={words.benefits} />
          <List id="never" title={words.neverTitle} items={words.never} />
        </div>
      </div>

      <section className="last-call cloth">
        <div className="wrap">
          <h2 className="big">{words.closing}</h2>
          <div>
            <p>{words.closingText}</p>
            <div className="calls">
              <Call words={siteWords.getStarted} look="line" click="get-started" />
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
  title: words.title,
  description: words.description,
  look: 'reading',
  data: [
    breadcrumbs([
      { name: 'Hangtag', path: paths.home },
      { name: words.heading, path: paths.howItWorks },
    ]),
  ],
  content: <HowItWorks />,
};
