// Which rows of a long list are on screen, and where the keys lead.

export type Range = { first: number; end: number };

/** `from` and `to`: the visible part of the list in px from its top. A few rows around it are drawn ahead. */
export const rowsInView = ({
  from,
  to,
  rowHeight,
  count,
  ahead,
}: {
  from: number;
  to: number;
  rowHeight: number;
  count: number;
  ahead: number;
}): Range => {
  if (rowHeight <= 0) return { first: 0, end: Math.min(count, ahead) };
  const first = Math.floor(from / rowHeight) - ahead;
  const end = Math.ceil(to / rowHeight) + ahead;
  return {
    first: Math.min(Math.max(first, 0), Math.max(count - 1, 0)),
    end: Math.max(Math.min(end, count), Math.min(count, 1)),
  };
};

/** The item that a key leads to from item `at`; null if the key is none of the list's. `page` is in rows. */
export const itemAfterKey = (
  key: string,
  { at, count, columns, page }: { at: number; count: number; columns: number; page: number },
): number | null => {
  const step = (by: number) => Math.min(Math.max(at + by, 0), count - 1);
  switch (key) {
    case 'ArrowDown':
      return step(columns);
    case 'ArrowUp':
      // From the first row there is no way up.
      return at < columns ? at : at - columns;
    case 'ArrowRight':
      return columns > 1 ? step(1) : null;
    case 'ArrowLeft':
      return columns > 1 ? step(-1) : null;
    case 'PageDown':
      return step(page * columns);
    case 'PageUp':
      return step(-page * columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};
