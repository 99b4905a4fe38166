// Lists the advice to keep a price, or to change it by at most half a dollar: below the table, folded.

import type { Optimization } from '#contract/pricing/advice.ts';
import { counted } from '#web/format/format.ts';
import { dollars, percent } from '#web/format/money-format.ts';
import { changeMessages, optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';

export const KeepAdvice = ({ items }: { items: readonly Optimization[] }) => (
  <details className="fold keep-advice">
    <summary>{messages.kept(counted(items.length, changeMessages.listing))}</summary>
    <ul>
      {items.map((item) => (
        <li key={item.listingId}>
          <b>{item.title}</b> Stays at {dollars(item.currentPrice, item.currency)}. <span>{item.reasoning[0]}</span>
          {item.decidedBy === 'chance' && <small> {pricingMessages.confidence.of(percent(item.confidence))}</small>}
        </li>
      ))}
    </ul>
  </details>
);
