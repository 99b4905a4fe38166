// The article about automation on Poshmark.
import { articlePath, paths } from '#contract/pages.ts';
import { Figure, Ref, WideTable } from '../parts/text-page.tsx';
import type { Article } from '../site-page.ts';

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
    aria-label="After each warning from Poshmark the pause is longer: 15 minutes, one hour, 24 hours"
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
      We make a tool that shares closets, so you might expect this guide to start with how much time you’ll save. It
      starts with the rule instead, because everything else follows from taking it seriously.
    </p>

    <h2>The rule</h2>
    <p>
      Poshmark’s Community Guidelines don’t allow “automated participation”: using programs to like, share, follow, or
      unfollow. They’re part of the terms, and they say that violations can lead to removed content or account
      restrictions.
      <Ref n={1} /> That includes your own closet. No tool can change that. If one calls itself “approved” or
      “undetectable,” don’t trust it.
    </p>
    <p>
      In practice, sellers mostly report checks and pauses: a puzzle to prove that you’re human, or a share button that
      stops working for a few hours. Some report suspensions, and tool makers write about stricter enforcement around
      cancellations, shipping, and removed listings.
      <Ref n={2} /> We know of no reliable figure for how often sharing alone has cost someone an account. Most people
      say “rarely,” but people who lost theirs disagree.
    </p>
    <p>So before you change any setting, decide: is the time you save worth a risk that nobody can measure?</p>

    <h2>What a check is, and why it should stop everything</h2>
    <p>
      The issue threads of old open-source sharing scripts are instructive. For years, users reported the same thing:
      the script runs well, then a CAPTCHA appears, the script doesn’t notice, and hours later it’s still “sharing.”
      <Ref n={3} />
      <Ref n={4} /> Some asked how to get past the check. That’s the wrong question. Poshmark is asking for a person,
      and there is one: you. A tool that solves the check for you is lying on your behalf, and Poshmark may be stricter
      next time.
    </p>
    <p>
      A good tool does five things then: it stops, tells you so, says what to do, waits, and starts again only when you
      say so.
    </p>

    <h2>Eight questions to ask any tool</h2>
    <WideTable
      caption="Ask before you connect your closet"
      head={['Question', 'A good answer', 'A worrying one']}
      rows={[
        ['Where does it keep my password?', 'It needs none, or encrypts it and never shows it', '“It’s safe with us”'],
        ['What happens at a check?', 'It stops and asks you', 'It solves it'],
        ['Is there a daily limit?', 'Yes, you set it, and it survives a crash', '“Unlimited”'],
        ['What counts as a share?', 'Only what Poshmark confirmed', 'Every attempt'],
        ['How regular are the pauses?', 'Uneven, one listing at a time', 'As fast as possible'],
        ['Does my closet keep its order?', 'Yes, from last to first', 'They haven’t thought about it'],
        ['Can I see what it did?', 'A log with a line for each share', 'A big number'],
        ['How do I leave?', 'One button, and your data as a file', 'Contact support'],
      ]}
    />
    <p>
      The fourth row matters more than it seems. If a tool counts attempts, its limit is a guess. If it counts only
      confirmed shares, it sends a share again when the reply is lost. The careful way: count each share before sending
      it, and take it back only when Poshmark clearly says no.
    </p>

    <h2>Choose a pace you could defend</h2>
    <p>
      Imagine that someone at Poshmark asks why you share at that pace. “I share my 120 listings four times a day,
      mostly in the evening” is a good answer. “Nine thousand, around the clock” isn’t. Reported daily limits start at
      about 4,000. We collected them in <a href={articlePath('poshmark-sharing-tips')}>the sharing article</a>. A pace
      you could defend looks like this:
    </p>
    <ul>
      <li>
        <b>Hours:</b> when you’re awake and your buyers are looking. Skip the night.
      </li>
      <li>
        <b>Rounds:</b> every four hours is plenty for most closets. That’s also Hangtag’s default.
      </li>
      <li>
        <b>Pauses:</b> a couple of seconds, never the same twice.
      </li>
      <li>
        <b>Limit:</b> a number that you choose. Multiply your listings by the rounds and add 10%. For 120 listings and
        four rounds, that’s about 530.
      </li>
      <li>
        <b>Just connected:</b> start with one round a day for a week. Going from a few shares by hand to 2,000 overnight
        stands out.
      </li>
    </ul>

    <h2>When Poshmark says slow down</h2>
    <p>
      There are mild warnings before the serious ones: slower replies, a refused share, a message about too many
      requests. The right response is to pause, and to pause longer each time.
    </p>
    <Figure caption="How long Hangtag pauses after each warning. If Poshmark names a longer time, Hangtag waits that long. It also lowers the daily limit.">
      <Ladder />
    </Figure>
    <p>
      A tool should never catch up: if it was stopped for six hours, it shouldn’t share everything it missed at once.
      Skip missed rounds. There’s always tomorrow.
    </p>

    <h2>What to automate, and what to keep</h2>
    <p>
      Sharing your own closet needs no judgment, so it’s the best candidate. Following thousands of strangers is a
      nuisance, and deleting and relisting items to make them look new has gotten sellers into trouble.
      <Ref n={2} /> Offers are in between: a small, capped offer to likers is fine, if a floor price protects you and
      nobody gets two offers in a week. Prices, descriptions, and messages need a person. Let a tool suggest a price,
      with reasons, and apply it yourself.
    </p>

    <h2>A first week, day by day</h2>
    <ol>
      <li>
        <b>Day 1:</b> try a demo with made-up listings. <a href={paths.howItWorks}>See what every button does.</a>
      </li>
      <li>
        <b>Day 2:</b> connect your closet, import your listings, and change nothing. Check that the counts match
        Poshmark.
      </li>
      <li>
        <b>Day 3:</b> run one round while you watch. Check the order of your closet afterward.
      </li>
      <li>
        <b>Days 4 to 6:</b> run one round each evening. Read the log. Track your likes.
      </li>
      <li>
        <b>Day 7:</b> decide. If nothing was refused and there were no checks, switch to your real pace. Otherwise, keep
        the slow one.
      </li>
    </ol>
    <p>It’s slower than going all in on day one. But your closet took years to build, so it’s worth a careful week.</p>
  </>
);

export const automationGuide: Article = {
  slug: 'poshmark-automation-guide',
  title: 'The careful guide to automation',
  shortTitle: 'The careful guide to Poshmark automation · Hangtag',
  excerpt:
    'The rule first, then eight questions to ask any tool, a pace you could defend, and a first week, day by day.',
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
      note: 'a tool maker’s account of cancellations, shipping, and listing removals',
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
