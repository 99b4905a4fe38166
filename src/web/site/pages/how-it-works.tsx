// The page that explains how Hangtag works.
import { paths } from '#contract/pages.ts';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { CallAndDemo, Frame } from '../parts/frame.tsx';
import { FlatSymbols } from '../parts/rails.tsx';
import { BandScreen, ConnectScreen, DayScreen, PhotoScreen, PriceScreen } from '../showcase/screens.tsx';
import { breadcrumbs, type SitePage } from '../site-page.ts';

const steps = [
  {
    title: 'Connect your account',
    text: 'Create an account, then connect your closet through your own browser or with its session, which need no password, or with your Poshmark username and password. Hangtag tests the connection right away. Your credentials are encrypted and never shown again, and one button disconnects the closet and erases them.',
    aside: 'No closet yet? Try a practice closet with made-up listings.',
    screen: <ConnectScreen />,
  },
  {
    title: 'Automated sharing',
    text: 'Choose how often a round starts, from every minute to once daily, or set slots for each day of the week. A round shares every active listing once, from the last to the first, at uneven gaps of about two seconds. You set the daily limit, and the bot stops there.',
    aside: 'By default a round starts every 4 hours. A round takes about three minutes for 86 listings.',
    screen: <BandScreen />,
  },
  {
    title: 'AI price analysis',
    text: 'Open any active listing to see a suggested price with its range, demand, season, competition, and comps. The optimizer does the same for 5, 10, 15, or 20 listings at once and lets you choose what to apply.',
    aside: 'With too few comps, Hangtag gives no advice and tells you what’s missing.',
    screen: <PriceScreen />,
  },
  {
    title: 'Image recognition',
    text: 'Add one photo, and the brand or condition if you know them. Hangtag recognizes the category, color, and label, and suggests a price with comps. It doesn’t keep your photos.',
    aside: 'JPEG, PNG, or WebP, up to 8 MB.',
    screen: <PhotoScreen />,
  },
  {
    title: 'Performance tracking',
    text: 'The day rail shows each round, done and planned. Cards count active listings, sold listings, and shares. The activity log lists every confirmed share with its time. A share that couldn’t be confirmed is marked “Not confirmed.”',
    aside: 'The screen updates live. No need to reload.',
    screen: <DayScreen />,
  },
];

const lists = [
  {
    id: 'key-features',
    title: 'Key features',
    items: [
      'Sharing at a fixed frequency or inside weekly slots, in your own time zone',
      'A daily limit that holds through crashes, restarts, and changed settings',
      'Rounds that keep the order of your closet',
      'Automatic pauses at rate limits, and a full stop at human checks',
      'Offers to likers, off until you turn them on, never below your floor price',
      'Prices from a photo, for one listing, or for twenty',
      'Bulk price changes, with undo',
      'An activity log with one line for each confirmed share',
    ],
  },
  {
    id: 'benefits',
    title: 'Benefits',
    items: [
      'Get your evenings back: the bot shares for you',
      'Share when your buyers are looking, even while you sleep',
      'See what the bot did and what it will do next',
      'Prices come with reasons, so you can disagree',
      'Keep your data on your own machine, and export it as one file',
      'It costs nothing',
    ],
  },
  {
    id: 'never',
    title: 'What it won’t do',
    items: [
      'Solve or evade a human check',
      'Pretend to be another app. From a server it identifies itself as Hangtag, and from your own browser its requests are your browser’s.',
      'Promise sales, or that Poshmark won’t mind automation',
    ],
  },
];

const HowItWorks = () => (
  <>
    <FlatSymbols />
    <Frame here={paths.howItWorks} className="page">
      <div className="wrap">
        <a className="btn bare for-visitors" href={paths.auth}>
          <ArrowLeft />
          Back
        </a>
        <a className="btn bare for-sellers" href={paths.home}>
          <ArrowLeft />
          Back
        </a>
        <div className="page-head">
          <h1 className="disp">How it works</h1>
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
            {steps.map(({ title, text, aside, screen }, index) => (
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
                {screen}
              </li>
            ))}
          </ol>
        </section>

        <div className="lists">
          {lists.map(({ id, title, items }) => (
            <section key={id} aria-labelledby={id}>
              <h2 className="h-title" id={id}>
                {title}
              </h2>
              <ul className="plain-list">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>

      <section className="last-call cloth">
        <div className="wrap">
          <h2 className="big">That’s it.</h2>
          <div>
            <p>Try a practice closet first, if you like.</p>
            <CallAndDemo look="line lg" click="get-started" />
          </div>
        </div>
      </section>
    </Frame>
  </>
);

export const howItWorksPage: SitePage = {
  path: paths.howItWorks,
  title: 'How Hangtag works, in five steps',
  description:
    'From connecting a closet to the first share: what Hangtag does in five steps, and what it will never do.',
  look: 'tour',
  data: [breadcrumbs({ name: 'How it works', path: paths.howItWorks })],
  content: <HowItWorks />,
};
