// The line above the list: how many listings it shows, which filters are on, the order, and the view.
import type { Currency } from '#domain/money.ts';
import { type Match, matchInWords } from '#domain/selling/match.ts';
import { count } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { ListStatus } from '#web/ui/list/list-head.tsx';
import { type Filters, isFiltered, partsOf, type Shape, type Sorting, sortingName, sortingNamed } from './list-view.ts';

type Props = {
  found: number;
  all: number;
  /** Of all prices; null: of several. */
  currency: Currency | null;
  filters: Filters;
  onChange: (filters: Partial<Filters>) => void;
  onClear: () => void;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  shape: Shape;
  onShape: (shape: Shape) => void;
};

export const ListingsStatus = (props: Props) => {
  const { found, all, currency, filters, onChange, onClear, sorting, onSort, shape, onShape } = props;
  return (
    <ListStatus
      found={isFiltered(filters) ? messages.found(found, all) : marketMessages.found(count(all))}
      chips={chipsOf(filters, currency)}
      onRemove={onChange}
      onClear={onClear}
      sort={sortingName(sorting)}
      sorts={messages.sorts}
      onSort={(name) => onSort(sortingNamed(name))}
      isTable={shape === 'table'}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons are not a set of fields */}
      <span className="shapes" role="group" aria-label="View">
        {(['grid', 'table'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={shape === name} onClick={() => onShape(name)}>
            {messages[name]}
          </button>
        ))}
      </span>
    </ListStatus>
  );
};

type Chip = { name: string; reset: Partial<Filters> };

const chipsOf = (filters: Filters, currency: Currency | null): Chip[] => {
  const { match, isWithoutBrand, isWithoutCategory, isWithoutCost, quietDays, sharing } = filters;
  return [
    ...(isWithoutBrand ? [{ name: messages.noBrand, reset: { isWithoutBrand: false, match } }] : []),
    ...(isWithoutCategory ? [{ name: messages.noCategory, reset: { isWithoutCategory: false, match } }] : []),
    ...partsOf(match).map(({ part, others }) => ({ name: nameOf(part, currency), reset: { match: others } })),
    ...(sharing === 'all' ? [] : [{ name: messages.sharings[sharing], reset: { sharing: 'all' as const } }]),
    ...(isWithoutCost ? [{ name: messages.withoutCost, reset: { isWithoutCost: false } }] : []),
    ...(quietDays === null ? [] : [{ name: messages.quiet(quietDays), reset: { quietDays: null } }]),
  ];
};

/** A rule's words for one part of its match, but in the currency of the closet, and with names as they are written. */
const nameOf = (part: Match, currency: Currency | null): string => {
  const { minPrice = null, maxPrice = null, newWithTags, categories } = part;
  if (minPrice !== null || maxPrice !== null)
    return rangeOf(minPrice, maxPrice, (price) => wholeDollars(price, currency));
  if (newWithTags === true) return messages.newWithTags;
  if (categories !== undefined) return categories.join(', ');
  const words = matchInWords(part).replace(/^listings,? | listings$/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const rangeOf = (from: number | null, to: number | null, say: (price: number) => string): string => {
  if (from !== null && to !== null) return `${say(from)} to ${say(to)}`;
  return from === null ? `Up to ${say(to ?? 0)}` : `${say(from)} or more`;
};
