// The article about pricing.
import { articlePath } from '#contract/pages.ts';
import type { Article } from '../article.ts';
import { Figure, Ref } from '../parts/prose.tsx';
import { WideTable } from '../parts/wide-table.tsx';

const flatFee = 2.95;
const flatBelow = 15;
const share = 0.2;
const feeOf = (price: number): number => (price < flatBelow ? flatFee : price * share);
const money = (dollars: number): string => `$${dollars.toFixed(2)}`;
const prices = [5, 8, 10, 12, 14, 15, 20, 30, 50, 80];

const FeeBars = () => (
  <svg
    className="figure"
    viewBox="0 0 560 176"
    role="img"
    aria-label="The fee as a part of the price: 59 percent at $5, 37 at $8, 30 at $10, 25 at $12, 21 at $14, and 20 percent from $15 on"
  >
    {prices.map((price, index) => {
      const part = feeOf(price) / price;
      const tall = part * 220;
      return (
        <g key={price}>
          <rect
            className={price < flatBelow ? 'ink' : 'ink-2'}
            x={index * 56 + 6}
            y={146 - tall}
            width="40"
            height={tall}
          />
          <text className="strong" x={index * 56 + 26} y={140 - tall} textAnchor="middle">
            {`${Math.round(part * 100)}%`}
          </text>
          <text x={index * 56 + 26} y="166" textAnchor="middle">
            {`$${price}`}
          </text>
        </g>
      );
    })}
    <path className="axis" d="M0 146H560" />
  </svg>
);

const body = (
  <>
    <p>
      A price does three jobs at once. It is a signal of what the piece is, the start of a negotiation, and the number
      from which fees are taken. Most advice looks at one of them. This is a method for all three that works with thirty
      listings and with three thousand, and it begins with the fee, because that part is simply arithmetic.
    </p>

    <h2>Know what you receive</h2>
    <p>
      Poshmark takes $2.95 of a sale under $15, and 20% of one at $15 and over. Another structure was tried in October
      2024 and withdrawn within weeks.
      <Ref n={1} />
      <Ref n={2} /> The buyer pays shipping, so these two lines are all you need.
    </p>
    <Figure caption="The fee as a part of the price. Below $15 it is a fixed $2.95, which is most of a small price.">
      <FeeBars />
    </Figure>
    <WideTable
      isNumeric
      caption="What reaches you"
      head={['Sold at', 'Fee', 'You receive']}
      rows={[5, 10, 14, 15, 20, 25, 50, 100].map((price) => [
        money(price),
        money(feeOf(price)),
        money(price - feeOf(price)),
      ])}
    />
    <p>
      Two things follow. There is no cliff at $15: at $14 you receive $11.05, at $15 you receive $12.00. And very cheap
      pieces earn almost nothing. A $5 top brings $2.05 for photographing, packing and a walk to the post office. Bundle
      such pieces, or give them away with a better conscience.
    </p>

    <h2>Find what similar pieces bring</h2>
    <p>
      The best single fact about a price is what people paid for the same thing. Search for brand, type and size, and
      choose sold listings. Then read them with two doubts.
    </p>
    <ul>
      <li>
        <b>The price you see is where the listing stood when it sold.</b> An accepted offer can have been lower. Treat
        each figure as an upper bound.
      </li>
      <li>
        <b>The same name is not the same piece.</b> Condition moves a price more than color does. Leave out what you
        would not accept as a swap.
      </li>
    </ul>
    <p>
      Collect eight if you can, three at the least. Sort them. The middle one is your anchor, and the distance between
      the second from below and the second from above tells how sure you may be. Comparables at $40, $42, $45, $46 and
      $50 mean “about $45”. Comparables at $18, $30, $45, $80 and $120 mean “nobody knows, and the photo will decide”.
      Write down the range and not only the middle. It is the most honest part.
    </p>
    <p>With fewer than three, do not pretend. Ask a little more than you hope for, and let time tell.</p>

    <h2>Choose the first price for the negotiation</h2>
    <p>
      Buyers make offers, and you will send some. A list price without room makes every offer an insult; one with too
      much room is never looked at. A workable rule: list at the lowest amount you would be glad to receive from an
      offer, divided by 0.85, rounded to a whole dollar, because the marketplace takes no cents.
    </p>
    <p>
      Round numbers say something, too. In a study of millions of negotiations on eBay, items listed at exact multiples
      of $100 received offers 5 to 8% lower than neighboring “precise” prices, but the offers came 6 to 11 days sooner,
      and the items were 3 to 5% more likely to sell.
      <Ref n={3} /> The authors read round prices as a sign of impatience that both sides understand. It is another
      marketplace and dearer goods, so take the direction and not the percentages: $60 says “make me an offer”, $63 says
      “I have thought about this”.
    </p>

    <h2>Work through an example</h2>
    <p>
      A denim jacket, very good condition. Sold comparables: $58, $62, $70, $72, $75, $80, $95. The middle is $72;
      leaving out the ends, most of them lie between $62 and $80. You would be glad of $62 from an offer.
    </p>
    <WideTable
      caption="From comparables to a plan"
      head={['Step', 'Figure', 'Why']}
      rows={[
        ['Anchor', '$72', 'the middle of seven'],
        ['Range', '$62 to $80', 'without the least and the most'],
        ['List at', '$73', '$62 divided by 0.85, whole dollars'],
        ['First offer to likers', '$65', 'at least a tenth below the list price'],
        ['You receive at $65', '$52.00', '80%, before any shipping you pay for'],
        ['Floor', '$56', 'where you would rather keep it'],
      ]}
    />

    <h2>Decide beforehand when to lower</h2>
    <p>
      A price that is never changed is a guess that was never checked. But a price that is changed every day teaches
      followers to wait. Give each piece a small calendar when you list it:
    </p>
    <ul>
      <li>
        <b>After two weeks</b>, look at likes. Many likes and no sale: the piece is wanted and the price is not. An
        offer to the likers is the quietest reduction there is.
      </li>
      <li>
        <b>After six weeks</b>, look at your comparables again. If the middle has moved, move with it.
      </li>
      <li>
        <b>No likes at all?</b> Then price is not the question yet. Look at the first photo and the title, and make sure
        the piece is <a href={articlePath('poshmark-sharing-tips')}>shared in the right order</a>.
      </li>
      <li>
        <b>Season.</b> A coat that did not sell by February will sell in October at the old price more surely than in
        March at half of it, if you have the room.
      </li>
    </ul>
    <p>
      And raise prices, too. A piece that gathers likes within a day was too cheap. It happens as often as the opposite,
      and is noticed less, because it feels like success.
    </p>

    <h2>Keep a floor, and keep notes</h2>
    <p>
      A floor is the price below which you would rather keep the piece. Decide it once, calmly, and let no late-night
      offer change it. Include what you paid and, for offers, the part of the shipping that you take over. For notes,
      one line is enough: date, old price, new price, why. After three months you will know your own market better than
      any article does.
    </p>

    <h2>Where a tool helps, and where it does not</h2>
    <p>
      A program can gather comparables faster than you, do the arithmetic without mistakes, and remind you of the
      calendar. It cannot smell a cardigan. So a suggestion is worth its evidence: the comparables behind it, the range
      around it, and the admission when there are too few. If a tool gives you one bare number, ask it how it knows.
      Ours shows its range, and names no price where it has too little to go on; you tick what is applied, and can take
      it back.
    </p>
  </>
);

export const pricingStrategy: Article = {
  slug: 'poshmark-pricing-strategy',
  title: 'A pricing strategy for a closet of any size',
  shortTitle: 'A Poshmark pricing strategy for any closet · Hangtag',
  excerpt:
    'Fees first, then comparables with their doubt, room for offers, a calendar for changes, and a floor that holds.',
  category: 'Pricing',
  published: '2026-11-21',
  tags: ['pricing', 'fees', 'offers', 'comparables'],
  featured: true,
  body,
  sources: [
    {
      title: 'Poshmark guide, easyconverteasy.com',
      url: 'https://easyconverteasy.com/poshmark-guide.html',
      note: 'the two fee lines, and what $14, $15 and $50 bring',
    },
    {
      title: 'Poshmark’s new fee structure, reeva.ai',
      url: 'https://blog.reeva.ai/resources/poshmarks-new-fee-structure-what-it-means-for-you',
      note: 'the structure before and after the change of October 2024, which was reverted the same month',
    },
    {
      title: 'M. Backus, T. Blake, S. Tadelis: Cheap Talk, Round Numbers, and the Economics of Negotiation',
      url: 'https://www.nber.org/papers/w21285',
      note: 'NBER Working Paper 21285, 2015: eBay',
    },
  ],
};
