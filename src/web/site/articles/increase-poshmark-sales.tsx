// The article about selling more on Poshmark.
import { articlePath } from '#contract/pages.ts';
import type { Article } from '../article.ts';
import { Figure, Ref } from '../parts/prose.tsx';
import { WideTable } from '../parts/wide-table.tsx';

const listPrice = 40;
const offer = 36;
const label = 6.49;
const received = (price: number): number => price * 0.8;
const ways = [
  { name: 'Sold at the list price, $40', left: received(listPrice) },
  { name: 'Sold by an offer of $36', left: received(offer) },
  { name: 'Offer of $36, and you pay the label', left: received(offer) - label },
];

const OfferBars = () => (
  <svg
    className="figure"
    viewBox="0 0 560 150"
    role="img"
    aria-label="What reaches you of a $40 piece: $32.00 at the list price, $28.80 by an offer of $36, $22.31 if you also pay the label"
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
      The usual advice for selling more is to list more. It is good advice and expensive: more pieces to find, wash,
      photograph and store. This article is about the other half, the listings you have. They lose sales at five places,
      and each place can be looked at by itself.
    </p>

    <h2>Five places where a sale is lost</h2>
    <WideTable
      caption="From the search to the post office"
      head={['Place', 'What you can see', 'What helps']}
      rows={[
        ['Not found', 'No likes, few visits', 'Title, category, size, brand; being shared'],
        ['Not opened', 'Found but passed over', 'The first photo'],
        ['Not liked', 'Opened, nothing happens', 'Measurements, flaws shown, condition'],
        ['Not bought', 'Likes, but no sale', 'Price, offers, shipping'],
        ['Not kept', 'Cancelled or returned', 'Accurate listings, fast shipping'],
      ]}
    />
    <p>
      Work from the top. There is no use in lowering the price of something nobody finds, and no use in sharing
      something nobody would open. For ten listings, write the place where each one loses. Most people find that one
      place accounts for half of them.
    </p>

    <h2>Be found: the title does the work</h2>
    <p>
      Most buyers arrive by searching for what they want, and one seller’s experiment suggests how results are put in
      order: first by how well the title matches, then by who was shared last.
      <Ref n={1} /> So put into the title the words a buyer would type, in the order in which they matter: brand, model
      or line, type, one distinguishing property, size, color. “Levi’s 501 straight jeans, dark rinse, 29 x 32” is found
      by five searches. “Super cute jeans!!” is found by none.
    </p>
    <p>
      Choose the exact category, and fill every field. Filters are merciless: a skirt without a size does not exist for
      someone who filters by size. Ten listings an evening is enough. After two weeks you have done a closet of a
      hundred and forty.
    </p>
    <p>
      Then share, <a href={articlePath('poshmark-sharing-tips')}>from the last to the first</a>. A default that shows
      the most recently shared first rewards it.
      <Ref n={2} /> How much, nobody outside knows.
    </p>

    <h2>Be opened: one photo</h2>
    <p>
      On a phone your listing is a stamp the size of a thumb. At that size only three things are visible: shape, color
      and light. Hang the piece or lay it flat, fill the frame, use daylight from the side, and a background that is one
      plain tone. Take the photo you have now, shrink it to the width of a thumb, and ask someone what it shows. If they
      hesitate, that is the next hour of work, and it is likely the best hour of the week.
    </p>

    <h2>Be trusted: show the flaw</h2>
    <p>
      Somebody who opens a listing is looking for a reason not to buy. Measurements remove the first (will it fit?), a
      close-up of the flaw the second (what is hidden?). A small honest stain, photographed, sells better than a silent
      one, and comes back less often.
    </p>
    <ul>
      <li>Three measurements for tops and dresses: pit to pit, length, sleeve or waist.</li>
      <li>The label with fibers and size, as a photo.</li>
      <li>Every flaw, named and photographed with a fingertip beside it for scale.</li>
      <li>One sentence about how it has been worn and kept. No more.</li>
    </ul>

    <h2>Be affordable: offers with their true cost</h2>
    <p>
      A like is somebody who almost bought. An offer to those who liked is the cheapest way to reach them, and it is
      easy to give away more than you think. As reported by sellers, such an offer has to be at least a tenth below the
      list price, and a shipping discount is paid by you. Since September 2025 the buyer’s label costs $6.49.
      <Ref n={3} /> Take a piece at $40:
    </p>
    <Figure caption="What reaches you of a $40 piece, after the fee of 20%. The last bar assumes that you pay for the whole label.">
      <OfferBars />
    </Figure>
    <p>
      The step from the first bar to the second costs $3.20. The step to the third costs another $6.49. Free shipping is
      the more expensive half of a generous offer, so use it where it decides: on pieces above about $60, where it is a
      tenth and not a third.
    </p>
    <p>Three habits keep offers useful:</p>
    <ol>
      <li>
        <b>Wait a little.</b> An offer within the minute feels like an ambush. A quarter of an hour is polite.
      </li>
      <li>
        <b>Not the same person every day.</b> Once a week a listing is enough, or followers learn to wait for it.
      </li>
      <li>
        <b>Have a floor.</b> Decide it when you list the piece.{' '}
        <a href={articlePath('poshmark-pricing-strategy')}>The article about prices</a> says how.
      </li>
    </ol>

    <h2>Keep the sale</h2>
    <p>
      A cancelled sale costs twice: the money, and your standing. One vendor of tools describes a rolling threshold of 3
      % for cancellations that a seller causes, counted over 90 days.
      <Ref n={4} /> At thirty sales in that time, a single cancellation is already above it. Whether that number is
      exact for your account or not, the arithmetic is a good reason to know where each piece hangs, and to take it down
      at once when it sold elsewhere.
    </p>
    <p>
      Ship within two days. Pack so that opening it is pleasant, which needs tissue paper and not gifts. And note that
      the label is for USPS Ground Advantage now: boxes marked for Priority Mail no longer go with it.
      <Ref n={3} />
    </p>

    <h2>Look at four numbers, once a week</h2>
    <WideTable
      caption="A notebook page that fits on a phone"
      head={['Number', 'How', 'What it tells']}
      rows={[
        ['Active listings', 'Count', 'How much there is to find'],
        ['Likes this week', 'Count of new ones', 'Whether it is found and opened'],
        ['Sales this week', 'Count', 'Whether price and trust are right'],
        ['Received for each sale', 'Earnings divided by sales', 'Whether offers are eating the profit'],
      ]}
    />
    <p>
      Write them down on the same day each week. Change one thing at a time, for two weeks at least, and believe only
      what you see twice. With ten sales a week, chance alone swings between seven and thirteen. It is slow, and it is
      the only way to learn about your closet and not about somebody else’s.
    </p>

    <h2>Where your hours go</h2>
    <p>
      Of all this, sharing is the part that takes the most minutes and the least thought. If you want to give something
      away, give that away: to a patient friend, or with open eyes to{' '}
      <a href={articlePath('poshmark-automation-guide')}>a careful program</a>. Titles, photos and honest descriptions
      are yours. They are also where most of the sales are.
    </p>
  </>
);

export const increaseSales: Article = {
  slug: 'increase-poshmark-sales',
  title: 'Increase sales without more listings',
  shortTitle: 'Increase Poshmark sales without more listings · Hangtag',
  excerpt:
    'Five places where a sale is lost, what helps at each, what an offer really costs, and four numbers for once a week.',
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
