// The article about sharing.
import { articlePath } from '#contract/pages.ts';
import type { Article } from '../article.ts';
import { Figure, Ref } from '../parts/prose.tsx';
import { WideTable } from '../parts/wide-table.tsx';

/** Which daily limits sellers and vendors report, in thousands of shares. */
const reports = [
  { from: 4, to: 4, who: 'A survey of tools: routine above about 4,000' },
  { from: 5, to: 8, who: 'Advice of vendors: stay at 5,000 to 8,000' },
  { from: 10, to: 10, who: 'A vendor’s page: 10,000' },
];

const LimitReports = () => (
  <svg
    className="figure"
    viewBox="0 0 560 196"
    role="img"
    aria-label="Reported daily limits: 4,000; 5,000 to 8,000; 10,000"
  >
    {reports.map(({ from, to, who }, row) => (
      <g key={who}>
        <text x="0" y={row * 50 + 16}>
          {who}
        </text>
        {from === to ? (
          <circle className="chore" cx={from * 50} cy={row * 50 + 30} r="6" />
        ) : (
          <rect className="chore" x={from * 50} y={row * 50 + 27} width={(to - from) * 50} height="6" rx="1" />
        )}
      </g>
    ))}
    <path className="axis" d="M0 156H560M0 156v6M100 156v6M200 156v6M300 156v6M400 156v6M500 156v6" />
    {[0, 2, 4, 6, 8, 10].map((thousand) => (
      <text key={thousand} x={thousand * 50} y="184" textAnchor={thousand === 0 ? 'start' : 'middle'}>
        {thousand === 0 ? '0' : `${thousand},000`}
      </text>
    ))}
  </svg>
);

const body = (
  <>
    <p>
      Sharing is the chore that Poshmark is built on. You press a button beside each listing, the listing moves, and
      somebody may see it. Sellers do it by the hundred, and so there is much advice about it, most of it certain and
      little of it measured. Here is what can be said with a source, what is arithmetic, and what nobody outside the
      company knows.
    </p>

    <h2>What a share does</h2>
    <p>
      A closet is shown by default with the most recently shared listing first.
      <Ref n={1} /> So a share puts a listing at the top of your own closet, in front of your followers, and, as one
      long-time seller describes with a test you can repeat in a minute, near the top of a search that its title
      matches: share an item, paste its title into the search box, and look where it stands.
      <Ref n={2} />
    </p>
    <p>
      That is visibility for a moment. It is not demand. A newer guide argues that likes, saves and the shares of others
      weigh more than how often you share yourself.
      <Ref n={3} /> Both can be true: freshness decides who is seen first among equals, and a listing that nobody wants
      stays unsold on top. The honest summary is that sharing helps a good listing be found, and that its exact weight
      is not public.
    </p>

    <h2>Share from the end to the beginning</h2>
    <p>
      Because a shared listing jumps to the top, sharing from the top down turns your closet upside down. Your newest
      pieces end at the bottom, and next time the old ones greet every visitor. Go the other way: start with the last
      listing and work upwards. When you are through, everything stands where it stood, and every piece has been fresh
      once. If you arrange your closet by season or by type, this one habit keeps your work.
    </p>
    <p>
      It has a second benefit. The listing at the very end is the one that has waited longest. If you are interrupted
      half-way, the pieces that needed the share most have had it.
    </p>

    <h2>How long a round takes</h2>
    <p>
      By hand, a practised thumb needs some seconds a listing. A program that leaves about two seconds between two
      shares needs the times below. The third column says how many full rounds fit under 4,000 shares a day, which is
      the lowest figure at which trouble is reported as routine.
    </p>
    <WideTable
      isNumeric
      caption="One round at two seconds a share, and rounds below 4,000 shares a day"
      head={['Listings', 'One round', 'Rounds below 4,000 a day']}
      rows={[
        ['50', '1 min 40 s', '80'],
        ['100', '3 min 20 s', '40'],
        ['250', '8 min 20 s', '16'],
        ['500', '16 min 40 s', '8'],
        ['1,000', '33 min 20 s', '4'],
      ]}
    />
    <p>
      The table shows why large closets meet the limit first. With 80 listings you can share eight times a day and stay
      below 700. With 1,000 listings the same habit is 8,000, and that is a different life.
    </p>

    <h2>Share jail, as far as it is known</h2>
    <p>
      Share too much and the button stops working for a while. Sellers call it share jail. It is not a suspension: your
      listings stay, you can sell, you only cannot share. One vendor’s page names 10,000 shares a day as the limit and
      gives a simple sign: share something, and if the message that it was shared does not appear, you are in it.
      <Ref n={4} /> Other figures are lower. Poshmark has published none.
    </p>
    <Figure caption="What is reported about the daily limit. None of these figures comes from Poshmark, and they may differ from account to account.">
      <LimitReports />
    </Figure>
    <p>Since nobody knows the line, the useful question is how far from it you need to be. Three rules follow.</p>
    <ul>
      <li>
        <b>Take the lowest report as the ceiling.</b> Below 4,000 a day you are below every figure we found.
      </li>
      <li>
        <b>Count in 24 hours, not in calendar days.</b> An evening burst and a morning burst are eight hours apart.
      </li>
      <li>
        <b>When it happens, stop.</b> Reports speak of hours up to a day. Pressing on teaches you nothing and may tell
        the other side something.
      </li>
    </ul>

    <h2>When to share</h2>
    <p>
      Everybody recommends evenings, and evenings are when everybody shares. Without figures from the company, the best
      data is your own. Look at the times of your last thirty sales and likes. If two thirds of them lie in five hours
      of the day, those are your hours. If they are spread evenly, spread your rounds evenly and save yourself the
      schedule.
    </p>
    <p>A plain way to find out whether a time slot does anything:</p>
    <ol>
      <li>Choose two slots of equal length, such as 8 to 10 in the morning and 8 to 10 at night.</li>
      <li>Use one in odd weeks and the other in even weeks, with the same number of rounds.</li>
      <li>Count likes and sales in the 24 hours after each, for at least six weeks.</li>
      <li>
        Believe the difference only if it is large. With ten sales a week, chance alone makes one week 7 and the next
        13.
      </li>
    </ol>

    <h2>What a share cannot repair</h2>
    <p>
      A first photo that does not show the piece. A title without brand, type, size and color: most people search, and
      search looks at the title. A price far from what similar pieces ask, which is{' '}
      <a href={articlePath('poshmark-pricing-strategy')}>a subject of its own</a>. Before you share more often, spend
      one hour on the ten listings that have been seen most and liked least. That hour is rarely worse than a thousand
      shares.
    </p>

    <h2>If a program does it for you</h2>
    <p>
      Poshmark’s Community Guidelines do not allow automated participation, and sharing is named among it.
      <Ref n={5} /> Every tool that shares for you, ours included, works against that rule. If you decide to use one,
      ask of it what you would ask of yourself: a limit that cannot be passed, uneven pauses, the right order, and a
      full stop when the marketplace asks whether there is a person. We wrote down what to look for in{' '}
      <a href={articlePath('poshmark-automation-guide')}>the careful guide to automation</a>.
    </p>

    <h2>The short version</h2>
    <ul>
      <li>From the last listing to the first, so that your order stays.</li>
      <li>Fewer than 4,000 shares in any 24 hours, counted and not guessed.</li>
      <li>In the hours in which your own sales happen, if they have hours.</li>
      <li>One good look at photos and titles before one more round.</li>
    </ul>
  </>
);

export const sharingTips: Article = {
  slug: 'poshmark-sharing-tips',
  title: 'Poshmark sharing tips that respect the limits',
  shortTitle: 'Poshmark sharing tips that respect the limits · Hangtag',
  excerpt:
    'What a share does, in which order to share, how long a round takes, and how far from share jail is far enough.',
  category: 'Strategy',
  published: '2026-11-21',
  tags: ['sharing', 'share jail', 'closet order', 'timing'],
  featured: true,
  body,
  sources: [
    {
      title: 'Poshmark vocabulary, wanderous.life',
      url: 'https://www.wanderous.life/poshmark-vocabulary/',
      note: 'a seller’s glossary: closets show the most recently shared first',
    },
    {
      title: 'The mythical, mystical Poshmark algorithm, myposhmarklife.com',
      url: 'https://www.myposhmarklife.com/post/the-mythical-mystical-poshmark-algorithm',
      note: 'a seller’s test of where a shared listing appears',
    },
    {
      title: 'Poshmark algorithm, 2026, underpriced.app',
      url: 'https://www.underpriced.app/blog/poshmark-algorithm-secrets-sales-guide-2026',
      note: 'a vendor’s view: engagement above sharing volume',
    },
    {
      title: 'Poshmark suspended account, poshmarktools.com',
      url: 'https://poshmarktools.com/poshmark-suspended-account/',
      note: 'a vendor’s page: share jail, and 10,000 shares a day',
    },
    { title: 'Community Guidelines, Poshmark', url: 'https://poshmark.com/community_guidelines' },
  ],
};
