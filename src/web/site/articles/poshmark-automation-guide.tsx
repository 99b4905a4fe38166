// The article about automation on Poshmark.
import { articlePath, paths } from '#contract/pages.ts';
import type { Article } from '../article.ts';
import { Figure, Ref } from '../parts/prose.tsx';
import { WideTable } from '../parts/wide-table.tsx';

const ladder = [
  { wait: '15 min', tall: 26 },
  { wait: '1 hour', tall: 60 },
  { wait: '24 hours', tall: 112 },
];

const Ladder = () => (
  <svg
    className="figure"
    viewBox="0 0 560 170"
    role="img"
    aria-label="After each warning of the marketplace the rest is longer: 15 minutes, one hour, 24 hours"
  >
    {ladder.map(({ wait, tall }, step) => (
      <g key={wait}>
        <rect className={step === 2 ? 'chore' : 'ink'} x={step * 190} y={140 - tall} width="150" height={tall} />
        <text className="strong" x={step * 190} y={132 - tall}>
          {wait}
        </text>
        <text x={step * 190} y="160">
          {`warning ${step + 1}`}
        </text>
      </g>
    ))}
    <path className="axis" d="M0 140H560" />
  </svg>
);

const body = (
  <>
    <p>
      We make a program that shares closets, so you would expect a guide from us to begin with how much time you save.
      It begins with the rule instead, because everything sensible about automation follows from taking it seriously.
    </p>

    <h2>The rule</h2>
    <p>
      Poshmark’s Community Guidelines do not allow “automated participation”: using programs to like, share, follow or
      unfollow. They are part of the terms, and they say that violations can lead to removed content or to restrictions
      of the account.
      <Ref n={1} /> That holds for your own closet too. No tool can make it untrue, and one that calls itself “approved”
      or “undetectable” is telling you something about itself.
    </p>
    <p>
      In practice, what sellers report most are checks and pauses: a puzzle to prove that you are a person, or a button
      that stops working for some hours. Suspensions are reported as well, and vendors of tools write about a stricter
      climate around cancellations, shipping and removed listings.
      <Ref n={2} /> We know of no reliable figure for how often sharing alone has cost an account. “Rarely” is what
      people say, and people who lost theirs say otherwise.
    </p>
    <p>
      So the first decision is yours and is made before any setting: is the time worth a risk that nobody can state?
    </p>

    <h2>What a check is, and why it should stop everything</h2>
    <p>
      Old threads of open-source sharing scripts are an education. For years their authors wrote of the same thing: the
      script runs well, then a captcha appears, the script does not notice, and its owner finds it hours later, still
      “sharing”.
      <Ref n={3} />
      <Ref n={4} /> Some asked how to get past the check. That is the wrong question. The check is the marketplace
      asking for a person, and there is one: you. A tool that solves it for you turns a polite question into a lie, and
      makes the next question less polite.
    </p>
    <p>
      A good tool does five things at that moment: it stops, says so, tells you what to do, waits, and starts again only
      at your word.
    </p>

    <h2>Eight questions to ask of any tool</h2>
    <WideTable
      caption="Ask before you connect your closet"
      head={['Question', 'A good answer', 'A worrying one']}
      rows={[
        [
          'Where does it keep my password?',
          'It needs none, or keeps it encrypted and never shows it',
          '“It is safe with us”',
        ],
        ['What happens at a check?', 'It stops and asks you', 'It solves it'],
        ['Is there a daily limit?', 'Yes, yours, and it survives a crash', '“Unlimited”'],
        ['What counts as a share?', 'Only what the marketplace confirmed', 'Every attempt'],
        ['How even are the pauses?', 'Uneven, one listing at a time', 'As fast as possible'],
        ['Does my order survive?', 'Yes, from last to first', 'They have not thought about it'],
        ['Can I see what it did?', 'A log with a line for each share', 'A big number'],
        ['How do I leave?', 'One button; data out as a file', 'Write to support'],
      ]}
    />
    <p>
      The fourth row matters more than it seems. If a program counts attempts, its limit is a guess; and if it counts
      only successes, an answer that was lost on the way is shared again. The careful way is to count before sending and
      to give the number back only when the marketplace clearly said no.
    </p>

    <h2>Set a pace that you could defend</h2>
    <p>
      Imagine that someone at the marketplace asks you why your closet was shared at that pace. “I share my 120 listings
      four times a day, mostly in the evening” is an answer. “Nine thousand, around the clock” is not. Reported ceilings
      for a day begin at about 4,000; we collected them in{' '}
      <a href={articlePath('poshmark-sharing-tips')}>the article about sharing</a>. A pace that you could defend looks
      like this:
    </p>
    <ul>
      <li>
        <b>Hours:</b> the ones in which you are awake and your buyers look. Leave the night empty.
      </li>
      <li>
        <b>Rounds:</b> every four hours is plenty for most closets. That is 240 minutes, and it is also the default
        here.
      </li>
      <li>
        <b>Pauses:</b> a couple of seconds, never the same twice.
      </li>
      <li>
        <b>Limit:</b> a number that you chose. Listings times rounds, plus a tenth. For 120 listings and four rounds:
        about 530.
      </li>
      <li>
        <b>Newly linked:</b> begin with one round a day for a week. A closet that was shared by hand yesterday and two
        thousand times today has changed its character overnight.
      </li>
    </ul>

    <h2>When the marketplace says slow down</h2>
    <p>
      There are gentle signs before the hard ones: answers that take longer, a share that is refused, a message about
      too many requests. The right reaction is to rest, and to rest longer each time.
    </p>
    <Figure caption="The rests Hangtag takes after a warning of the marketplace, longer where the marketplace itself names a time. The day’s limit is lowered with them.">
      <Ladder />
    </Figure>
    <p>
      What should never happen is a catch-up: a program that was stopped for six hours and then shares everything it
      missed in one go. Missed rounds are missed. The closet will be shared tomorrow.
    </p>

    <h2>What to automate, and what to keep</h2>
    <p>
      Sharing your own closet is a chore without judgment, which makes it the best candidate. Following strangers by the
      thousand is not a chore but a nuisance, and deleting and re-listing pieces to make them look new has cost sellers
      their standing.
      <Ref n={2} /> Offers lie between: a small, capped offer to people who liked a piece is a courtesy, if a floor
      price protects you and the same person is not asked twice a week. Prices, descriptions and messages want a person.
      Let a tool propose a price, with reasons; apply it yourself.
    </p>

    <h2>A first week, day by day</h2>
    <ol>
      <li>
        <b>Day 1:</b> look at a demo with made-up listings. <a href={paths.howItWorks}>See what every button does.</a>
      </li>
      <li>
        <b>Day 2:</b> connect the closet, read the listings, change nothing. Check that the counts agree with what you
        see at the marketplace.
      </li>
      <li>
        <b>Day 3:</b> one round, with you watching. Look at the order of the closet afterwards.
      </li>
      <li>
        <b>Days 4 to 6:</b> one round an evening. Read the log. Note likes.
      </li>
      <li>
        <b>Day 7:</b> decide. If nothing was refused and nothing was asked, go to your real pace. If something was, stay
        here.
      </li>
    </ol>
    <p>
      It is slower than pressing the biggest button on the first day. It is also how one treats a closet that took years
      to fill.
    </p>
  </>
);

export const automationGuide: Article = {
  slug: 'poshmark-automation-guide',
  title: 'The careful guide to automation',
  shortTitle: 'The careful guide to Poshmark automation · Hangtag',
  excerpt:
    'The rule first, then eight questions to ask of any tool, a pace you could defend, and a first week day by day.',
  category: 'Automation',
  published: '2026-11-21',
  tags: ['automation', 'safety', 'human checks', 'first week'],
  featured: true,
  body,
  sources: [
    { title: 'Community Guidelines, Poshmark', url: 'https://poshmark.com/community_guidelines' },
    {
      title: 'Poshmark’s enforcement in 2026, listperfectly.com',
      url: 'https://listperfectly.com/selling/poshmark-suspension-2026',
      note: 'a vendor’s account of cancellations, shipping and listing removals',
    },
    {
      title: 'Captchas have gotten smart, jmausolf/poshmark_sharing issue 6',
      url: 'https://github.com/jmausolf/poshmark_sharing/issues/6',
      note: 'users of an open-source script, 2018 to 2019',
    },
    {
      title: 'Captcha captcha captcha, jmausolf/poshmark_sharing issue 15',
      url: 'https://github.com/jmausolf/poshmark_sharing/issues/15',
      note: 'users of an open-source script, 2019 to 2020',
    },
  ],
};
