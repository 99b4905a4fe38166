// Listings whose price should stay, or change by at most half a dollar. They are below the table, folded.

import type { Optimization } from '#contract/schemas/pricing/advice.ts';
import { counted } from '#web/format/format.ts';
import { dollars } from '#web/format/money-format.ts';
import { changeMessages, optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';

export const KeptAdvice = ({ items }: { items: readonly Optimization[] }) => (
  <details className="fold kept-advice">
    <summary>{messages.kept(counted(items.length, changeMessages.listing))}</summary>
    <ul>
      {items.map((item) => (
        <li key={item.listingId}>
          <b>{item.title}</b> {messages.keptAt(dollars(item.currentPrice))} <span>{item.reasoning[0]}</span>
        </li>
      ))}
    </ul>
  </details>
);
