// The article about pricing.
import { articlePath } from '#contract/pages.ts';
import { Figure, Ref, WideTable } from '../parts/text-page.tsx';
import type { Article } from '../site-page.ts';

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
    aria-label="The fee as a percentage of the price: 59 percent at $5, 37 at $8, 30 at $10, 25 at $12, 21 at $14, and 20 percent from $15 on"
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
      A price does three jobs. It tells buyers what the item is worth, it starts the negotiation, and it sets the fee.
      Most advice covers one of them. This method covers all three, and it works for 30 listings or 3,000. It starts
      with the fee, because that part is simple math.
    </p>

    <h2>Know what you receive</h2>
    <p>
      Poshmark takes $2.95 from a sale under $15, and 20% from a sale of $15 or more. It tried other fees in October
      2024 and withdrew them within weeks.
      <Ref n={1} />
      <Ref n={2} /> The buyer pays for shipping, so that’s all you need to know.
    </p>
    <Figure caption="The fee as a percentage of the price. Below $15 it’s a flat $2.95, which takes a big part of a small price.">
      <FeeBars />
    </Figure>
    <WideTable
      isNumeric
      caption="What you receive"
      head={['Sold at', 'Fee', 'You receive']}
      rows={[5, 10, 14, 15, 20, 25, 50, 100].map((price) => [
        money(price),
        money(feeOf(price)),
        money(price - feeOf(price)),
      ])}
    />
    <p>
      Two things follow. First, there’s no cliff at $15: at $14 you receive $11.05, and at $15 you receive $12.00.
      Second, very cheap items earn almost nothing. A $5 top earns you $2.05 for the photos, the packing, and the trip
      to the post office. Bundle those items, or donate them.
    </p>

    <h2>Find out what similar items sell for</h2>
    <p>
      The best guide to a price is what people paid for the same item. Search for the brand, type, and size, and filter
      for sold listings. Keep two things in mind.
    </p>
    <ul>
      <li>
        <b>The price you see is the listing’s price when it sold.</b> The buyer may have paid less with an offer. Treat
        each price as a maximum.
      </li>
      <li>
        <b>The same name isn’t the same item.</b> Condition changes a price more than color does. Leave out anything you
        wouldn’t accept in a trade.
      </li>
    </ul>
    <p>
      Collect eight comps if you can, and at least three. Sort them. The middle one is your anchor. The distance between
      the second lowest and the second highest shows how sure you can be. Comps at $40, $42, $45, $46, and $50 mean
      “about $45.” Comps at $18, $30, $45, $80, and $120 mean “anything goes, and the photo decides.” Write down the
      range, not only the middle.
    </p>
    <p>With fewer than three, you’re guessing. Ask a little more than you hope for, and adjust later.</p>

    <h2>Leave room for offers</h2>
    <p>
      Buyers send offers, and you’ll send some, too. Without room in the price, every offer hurts. With too much room,
      nobody looks. A simple rule: take the lowest offer you’d be happy with, divide it by 0.85, and round to a whole
      dollar, because Poshmark doesn’t take cents.
    </p>
    <p>
      Round numbers send a signal, too. In a study of millions of eBay negotiations, items listed at exact multiples of
      $100 got offers 5 to 8% lower than items at nearby “precise” prices. But the offers came 6 to 11 days sooner, and
      the items were 3 to 5% more likely to sell.
      <Ref n={3} /> The authors read a round price as a sign of impatience that both sides understand. That’s a
      different marketplace with more expensive goods, so trust the direction and not the percentages: $60 says “make me
      an offer,” and $63 says “I’ve thought about this.”
    </p>

    <h2>Work through an example</h2>
    <p>
      A denim jacket, very good condition. Sold comps: $58, $62, $70, $72, $75, $80, $95. The middle is $72. Without the
      lowest and the highest, they range from $62 to $80. You’d be happy with an offer of $62.
    </p>
    <WideTable
      caption="From comps to a plan"
      head={['Step', 'Figure', 'Why']}
      rows={[
        ['Anchor', '$72', 'the middle of seven'],
        ['Range', '$62 to $80', 'without the lowest and the highest'],
        ['List at', '$73', '$62 divided by 0.85, whole dollars'],
        ['First offer to likers', '$65', 'at least 10% below the list price'],
        ['You receive at $65', '$52.00', '80%, before any shipping you pay for'],
        ['Floor', '$56', 'where you would rather keep it'],
      ]}
    />

    <h2>Decide in advance when to lower</h2>
    <p>
      A price you never change is a guess you never checked. But a price you change every day teaches followers to wait.
      Give each item a small calendar when you list it:
    </p>
    <ul>
      <li>
        <b>After two weeks</b>, check the likes. Many likes and no sale mean that buyers want the item, but not at that
        price. Send likers an offer before you lower the price for everyone.
      </li>
      <li>
        <b>After six weeks</b>, check your comps again. If the middle has moved, move with it.
      </li>
      <li>
        <b>No likes at all?</b> Then price isn’t the problem yet. Check the first photo and the title, and make sure
        that the item is <a href={articlePath('poshmark-sharing-tips')}>shared in the right order</a>.
      </li>
      <li>
        <b>Season.</b> If a coat hasn’t sold by February and you have the space, keep it. It may sell in October at full
        price more easily than in March at half.
      </li>
    </ul>
    <p>
      Raise prices, too. If an item collects many likes within a day, the price may be too low. That’s easy to miss,
      because it feels like success.
    </p>

    <h2>Keep a floor, and keep notes</h2>
    <p>
      Your floor is the lowest price you’d accept. Below it, you’d rather keep the item. Decide it once, calmly, and
      don’t let a late-night offer change it. Include what you paid and, for offers, the shipping discount you cover.
      For notes, one line is enough: date, old price, new price, why. After three months you’ll know your market better
      than any article.
    </p>

    <h2>Where a tool helps, and where it doesn’t</h2>
    <p>
      A tool can collect comps faster than you, do the math without mistakes, and remind you of the calendar. It can’t
      feel the fabric. So judge a suggestion by its evidence: the comps behind it, the range around it, and whether it
      admits when there are too few. If a tool gives you only a number, ask how it got there. Hangtag shows its range,
      and suggests no price if it doesn’t know enough. You choose which prices to apply, and you can undo them.
    </p>
  </>
);

export const pricingStrategy: Article = {
  slug: 'poshmark-pricing-strategy',
  title: 'A pricing strategy for a closet of any size',
  shortTitle: 'A Poshmark pricing strategy for any closet · Hangtag',
  excerpt: 'Fees first, then comps and how far to trust them, room for offers, a calendar for changes, and a floor.',
  category: 'Pricing',
  published: '2026-11-21',
  tags: ['pricing', 'fees', 'offers', 'comparables'],
  featured: true,
  body,
  sources: [
    {
      title: 'Poshmark guide, easyconverteasy.com',
      url: 'https://easyconverteasy.com/poshmark-guide.html',
      note: 'the two fees, and what you receive at $14, $15, and $50',
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
