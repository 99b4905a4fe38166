// The article about sharing.
import { articlePath } from '#contract/pages.ts';
import { Figure, Ref, WideTable } from '../parts/text-page.tsx';
import type { Article } from '../site-page.ts';

const reports = [
  { from: 4, to: 4, who: 'A survey of tools: blocks are common above about 4,000' },
  { from: 5, to: 8, who: 'Advice from tool makers: stay at 5,000 to 8,000' },
  { from: 10, to: 10, who: 'A tool maker’s page: 10,000' },
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
      Poshmark runs on sharing. You press a button beside each listing, it moves to the top, and someone may see it.
      Sellers do it hundreds of times, so there’s a lot of advice, most of it confident and little of it measured.
      Here’s what has a source, what’s simple math, and what nobody outside Poshmark knows.
    </p>

    <h2>What a share does</h2>
    <p>
      By default, a closet shows the most recently shared listing first.
      <Ref n={1} /> So a share puts a listing at the top of your closet and in front of your followers. It may also move
      it near the top of a search that matches its title. One longtime seller describes a test that you can repeat in a
      minute: share an item, paste its title into the search box, and see where it appears.
      <Ref n={2} />
    </p>
    <p>
      That’s brief visibility, not demand. A newer guide argues that likes, saves, and shares by others count more than
      how often you share.
      <Ref n={3} /> Both can be true: freshness helps a listing get seen, but a listing that nobody wants stays unsold
      at the top. In short, sharing helps buyers find a good listing, but nobody outside Poshmark knows exactly how
      much.
    </p>

    <h2>Share from last to first</h2>
    <p>
      A shared listing jumps to the top, so sharing from the top down turns your closet upside down. Your newest items
      end up at the bottom. Go the other way: start with the last listing and work up. When you’re done, everything is
      back where it was, and every item has been at the top once. If you arrange your closet by season or type, this
      keeps it that way.
    </p>
    <p>
      There’s another benefit. The last listing has waited longest. If you stop halfway, the items that needed a share
      most have had one.
    </p>

    <h2>How long a round takes</h2>
    <p>
      By hand, a practiced thumb needs a few seconds per listing. A tool that waits about two seconds between shares
      needs the times below. The third column shows how many full rounds fit under 4,000 shares a day, the lowest level
      at which sellers commonly report blocks.
    </p>
    <WideTable
      isNumeric
      caption="One round at two seconds per share, and rounds below 4,000 shares a day"
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
      The table shows why large closets hit the limit first. With 80 listings you can share eight times a day and stay
      below 700. With 1,000 listings the same habit means 8,000 shares a day.
    </p>

    <h2>Share jail: what’s known</h2>
    <p>
      If you share too much, the button stops working for a while. Sellers call it share jail. It isn’t a suspension:
      your listings stay up and you can still sell. You just can’t share. One tool maker’s page names 10,000 shares a
      day as the limit and gives a simple test: share something, and if the confirmation doesn’t appear, you’re in share
      jail.
      <Ref n={4} /> Other figures are lower. Poshmark hasn’t published one.
    </p>
    <Figure caption="Reported daily limits. None of these figures comes from Poshmark, and they may differ between accounts.">
      <LimitReports />
    </Figure>
    <p>Since nobody knows the exact limit, the question is how far below it to stay. Three rules help.</p>
    <ul>
      <li>
        <b>Take the lowest report as the ceiling.</b> Below 4,000 a day, you’re below every figure we found.
      </li>
      <li>
        <b>Count the last 24 hours, not calendar days.</b> An evening burst and a morning burst are only eight hours
        apart.
      </li>
      <li>
        <b>If it happens, stop.</b> Sellers report that it lasts from a few hours to a day. Trying again won’t help and
        may flag you.
      </li>
    </ul>

    <h2>When to share</h2>
    <p>
      Everyone recommends evenings, so that’s when everyone shares. Without figures from Poshmark, your own data is
      best. Look at the times of your last 30 sales and likes. If two thirds fall within five hours of the day, those
      are your hours. If they’re spread out, spread your rounds out and skip the schedule.
    </p>
    <p>A simple way to test a time slot:</p>
    <ol>
      <li>Choose two slots of equal length, such as 8 to 10 AM and 8 to 10 PM.</li>
      <li>Alternate them by week, with the same number of rounds.</li>
      <li>Count likes and sales in the 24 hours after each, for at least six weeks.</li>
      <li>Trust only a large difference. With ten sales a week, you can get 7 one week and 13 the next by chance.</li>
    </ol>

    <h2>What sharing can’t fix</h2>
    <p>
      Sharing can’t fix a first photo that doesn’t show the item, or a title without brand, type, size, and color: most
      buyers search, and search looks at titles. It can’t fix a price far from what similar items sell for, either.
      That’s <a href={articlePath('poshmark-pricing-strategy')}>a topic of its own</a>. Before you share more often,
      spend an hour on the ten listings with the fewest likes. That’s usually worth more than a thousand shares.
    </p>

    <h2>If a tool does it for you</h2>
    <p>
      Poshmark’s Community Guidelines don’t allow automated participation, and sharing is on their list.
      <Ref n={5} /> Every tool that shares for you breaks that rule, including ours. If you decide to use one, look for
      a hard limit, uneven pauses, the right order, and a full stop when Poshmark asks you to verify you’re human. We
      explain what to look for in <a href={articlePath('poshmark-automation-guide')}>the careful guide to automation</a>
      .
    </p>

    <h2>The short version</h2>
    <ul>
      <li>Share from the last listing to the first, to keep your order.</li>
      <li>Stay below 4,000 shares in any 24 hours, and count them.</li>
      <li>Share at the times when you make sales, if there’s a pattern.</li>
      <li>Check your photos and titles before you add another round.</li>
    </ul>
  </>
);

export const sharingTips: Article = {
  slug: 'poshmark-sharing-tips',
  title: 'Poshmark sharing tips that respect the limits',
  shortTitle: 'Poshmark sharing tips that respect the limits · Hangtag',
  excerpt: 'What a share does, what order to share in, how long a round takes, and how to stay out of share jail.',
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
      note: 'a tool maker’s view: engagement matters more than sharing volume',
    },
    {
      title: 'Poshmark suspended account, poshmarktools.com',
      url: 'https://poshmarktools.com/poshmark-suspended-account/',
      note: 'a tool maker’s page: share jail, and 10,000 shares a day',
    },
    { title: 'Community Guidelines, Poshmark', url: 'https://poshmark.com/community_guidelines' },
  ],
};
