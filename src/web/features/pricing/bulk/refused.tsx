// Names the listings that a change or an analysis left out, each with its reason.
import { bulkMessages as messages } from '#web/messages/pricing/bulk.ts';

/** How many are named before the rest unfolds. */
const mostNamed = 3;

type Props = { title: string; items: readonly { title: string; message: string }[] };

export const Refused = ({ title, items }: Props) => {
  if (items.length === 0) return null;
  const [named, rest] = [items.slice(0, mostNamed), items.slice(mostNamed)];
  return (
    <div className="refused small">
      <p>{title}</p>
      <List items={named} />
      {rest.length > 0 && (
        <details>
          <summary>{messages.more(rest.length)}</summary>
          <List items={rest} />
        </details>
      )}
    </div>
  );
};

const List = ({ items }: Pick<Props, 'items'>) => (
  <ul>
    {items.map(({ title, message }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two listings may have the same title
      <li key={place}>
        <b>{title}</b> {message}
      </li>
    ))}
  </ul>
);
