// The article about selling more on Poshmark.
import { articlePath } from '#contract/pages.ts';
import { Figure, Ref, WideTable } from '../parts/text-page.tsx';
import type { Article } from '../site-page.ts';

const listPrice = 40;
const offer = 36;
const label = 6.49;
const received = (price: number): number => price * 0.8;
const ways = [
  { name: 'Sold at the list price, $40', left: received(listPrice) },
  { name: 'Sold with an offer of $36', left: received(offer) },
  { name: 'Offer of $36, and you pay the label', left: received(offer) - label },
];

const OfferBars = () => (
  <svg
    className="figure"
    viewBox="0 0 560 150"
    role="img"
    aria-label="What you receive for a $40 item: $32.00 at the list price, $28.80 with an offer of $36, $22.31 if you also pay for the label"
  >
    {ways.map(({ name, left }, row) => (
      <g key={name}>
        <text x="0" y={row * 50 + 14}>
          {name}
        </text>
        <rect className={row === 0 ? 'ink' : 'ink-2'} x="0" y={row * 50 + 21} width={left * 13} height="14" />
        <text className="strong" x={left * 13 + 8} y={row * 50 + 33}>
          {`$${left.toFixed(2)}`}
        </text>
      </g>
    ))}
  </svg>
);

const body = (
  <>
    <p>
      The usual advice for selling more is to list more. That’s good advice, but it’s expensive: more items to find,
      wash, photograph, and store. This article is about the listings you already have. They lose sales in five places,
      and you can check each one.
    </p>

    <h2>Five places you lose a sale</h2>
    <WideTable
      caption="From the search to the post office"
      head={['Place', 'What you can see', 'What helps']}
      rows={[
        ['Not found', 'No likes', 'Title, category, size, brand, and shares'],
        ['Not opened', 'Found but passed over', 'The first photo'],
        ['Not liked', 'Opened, nothing happens', 'Measurements, flaws shown, condition'],
        ['Not bought', 'Likes, but no sale', 'Price, offers, shipping'],
        ['Not kept', 'Canceled or returned', 'Accurate listings, fast shipping'],
      ]}
    />
    <p>
      Work from the top. Lowering a price won’t help if nobody finds the listing, and sharing won’t help if nobody opens
      it. Pick ten listings and write down where each one loses. You may find that one place accounts for half of them.
    </p>

    <h2>Get found: the title does the work</h2>
    <p>
      Most buyers search for what they want. One seller’s experiment suggests how results are sorted: first by how well
      the title matches, then by who shared last.
      <Ref n={1} /> So use the words a buyer would type, most important first: brand, model or line, type, one standout
      detail, size, color. “Levi’s 501 straight jeans, dark rinse, 29 x 32” matches five searches. “Super cute jeans!!”
      matches none.
    </p>
    <p>
      Choose the exact category and fill in every field. A skirt without a size disappears when a buyer filters by size.
      Ten listings an evening is enough. After two weeks you’ve finished a closet of 140.
    </p>
    <p>
      Then share, <a href={articlePath('poshmark-sharing-tips')}>from the last to the first</a>. Closets show the most
      recently shared listing first by default, so sharing is rewarded.
      <Ref n={2} /> Nobody outside Poshmark knows by how much.
    </p>

    <h2>Get opened: one photo</h2>
    <p>
      On a phone, your listing is as small as a thumb. At that size, buyers see only shape, color, and light. Hang the
      item or lay it flat, fill the frame, use daylight from the side, and choose a plain background. Shrink your
      current photo to the width of a thumb and ask someone what it shows. If they hesitate, retake it. It’s probably
      the best hour you’ll spend this week.
    </p>

    <h2>Earn trust: show the flaw</h2>
    <p>
      Buyers who open a listing look for a reason not to buy. Measurements answer the first question (will it fit?). A
      close-up of the flaw answers the second (what’s hidden?). A small stain that you show beats one that you hide, and
      leads to fewer returns.
    </p>
    <ul>
      <li>Three measurements for tops and dresses: pit to pit, length, sleeve or waist.</li>
      <li>A photo of the label with fabric and size.</li>
      <li>Every flaw, described and photographed with a fingertip for scale.</li>
      <li>One sentence about how it was worn and stored.</li>
    </ul>

    <h2>Get the price right: what offers really cost</h2>
    <p>
      A liker is someone who almost bought. An offer to likers is the cheapest way to reach them, but it’s easy to give
      away more than you think. Sellers report that the offer has to be at least 10% below the list price, and that you
      pay for the shipping discount. Since September 2025 the buyer’s label costs $6.49.
      <Ref n={3} /> Take an item at $40:
    </p>
    <Figure caption="What you receive for a $40 item after the 20% fee. The last bar assumes that you pay for the whole label.">
      <OfferBars />
    </Figure>
    <p>
      Going from the first bar to the second costs $3.20. Going to the third costs another $6.49. Free shipping is the
      expensive half of a generous offer, so save it for items above about $60, where it’s a tenth of the price instead
      of a third.
    </p>
    <p>Three habits keep offers useful:</p>
    <ol>
      <li>
        <b>Wait a little.</b> An offer within a minute feels pushy. Wait 15 minutes.
      </li>
      <li>
        <b>Don’t send one every day.</b> Once a week per listing is enough. Otherwise followers learn to wait for it.
      </li>
      <li>
        <b>Set a floor.</b> Decide it when you list the item.{' '}
        <a href={articlePath('poshmark-pricing-strategy')}>The pricing article</a> explains how.
      </li>
    </ol>

    <h2>Keep the sale</h2>
    <p>
      A canceled sale costs you twice: the money and your standing. One tool maker describes a 3% threshold for
      cancellations caused by the seller, counted over 90 days.
      <Ref n={4} /> With 30 sales in that time, a single cancellation is already above it. Even if the number isn’t
      exact for your account, know where each item is, and take a listing down right away when the item sells elsewhere.
    </p>
    <p>
      Ship within two days. Pack it nicely: tissue paper is enough, no gifts needed. The label is for USPS Ground
      Advantage now, so don’t use Priority Mail boxes.
      <Ref n={3} />
    </p>

    <h2>Check four numbers once a week</h2>
    <WideTable
      caption="Four numbers to write down each week"
      head={['Number', 'How', 'What it tells you']}
      rows={[
        ['Active listings', 'Count', 'How much buyers can find'],
        ['Likes this week', 'Count of new ones', 'Whether buyers find and open it'],
        ['Sales this week', 'Count', 'Whether price and trust are right'],
        ['Received per sale', 'Earnings divided by sales', 'Whether offers eat your profit'],
      ]}
    />
    <p>
      Write them down on the same day each week. Change one thing at a time, for at least two weeks, and trust only what
      you see twice. With ten sales a week, chance alone swings between seven and thirteen. It’s slow, but it’s how you
      learn about your own closet instead of someone else’s.
    </p>

    <h2>Where your hours go</h2>
    <p>
      Sharing takes the most time and the least thought. If you want to hand something off, hand off sharing: to a
      patient friend or, knowing the risk, to <a href={articlePath('poshmark-automation-guide')}>a careful program</a>.
      Keep the titles, photos, and honest descriptions for yourself. That’s where most of the sales are.
    </p>
  </>
);

export const increaseSales: Article = {
  slug: 'increase-poshmark-sales',
  title: 'Increase sales without more listings',
  shortTitle: 'Increase Poshmark sales without more listings · Hangtag',
  excerpt:
    'Five places you lose a sale, what helps at each, what an offer really costs, and four numbers to check each week.',
  category: 'Sales Growth',
  published: '2026-11-21',
  tags: ['sales', 'photos', 'titles', 'offers'],
  featured: false,
  body,
  sources: [
    {
      title: 'The mythical, mystical Poshmark algorithm, myposhmarklife.com',
      url: 'https://www.myposhmarklife.com/post/the-mythical-mystical-poshmark-algorithm',
      note: 'a seller’s test of search results',
    },
    {
      title: 'Poshmark vocabulary, wanderous.life',
      url: 'https://www.wanderous.life/poshmark-vocabulary/',
      note: 'a seller’s glossary: the default order of a closet',
    },
    {
      title: 'How to ship on Poshmark in 2026, closo.co',
      url: 'https://closo.co/blogs/shipping-policies/mastering-the-pivot-my-personal-guide-to-poshmark-how-to-ship-in-2026',
      note: 'a vendor’s page: Ground Advantage, $6.49, and which boxes',
    },
    {
      title: 'Poshmark’s enforcement in 2026, listperfectly.com',
      url: 'https://listperfectly.com/selling/poshmark-suspension-2026',
      note: 'a vendor’s account of the cancellation threshold',
    },
  ],
};
