// Sorts the rows of a list, and keeps their places while data changes behind them.
import { useEffect, useMemo, useRef } from 'react';

export type Sorting<By extends string> = { by: By; isDescending: boolean };

/** In the page's address; `-likes`: most likes first. */
export const sortingName = ({ by, isDescending }: Sorting<string>): string => `${isDescending ? '-' : ''}${by}`;

/** The order with that name, or else the usual one. */
export const sortingNamed = <By extends string>(
  name: string | null,
  orders: readonly By[],
  usual: Sorting<By>,
): Sorting<By> => {
  const isDescending = name?.startsWith('-') === true;
  const by = orders.find((order) => order === (isDescending ? name?.slice(1) : name));
  return by === undefined ? usual : { by, isDescending };
};

/** Unknown values come last in both directions. Equal ones keep their order. */
export const sortBy = <Row>(
  all: readonly Row[],
  keyOf: (row: Row) => number | string | null,
  isDescending: boolean,
): Row[] => {
  const sign = isDescending ? -1 : 1;
  return all
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => {
      if (one.key === other.key) return 0;
      if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
      return one.key < other.key ? -sign : sign;
    })
    .map(({ row }) => row);
};

/**
 * Keeps the order that the seller sees while data changes behind it: a bot that shares moves no row away from the pointer.
 * A row that was not there before (after a sync) sorts everything again.
 */
export const keepOrder = <Row>(
  sorted: readonly Row[],
  before: ReadonlyMap<string, number>,
  idOf: (row: Row) => string,
): readonly Row[] => {
  const placed = sorted.map((row) => ({ row, index: before.get(idOf(row)) }));
  if (placed.some(({ index }) => index === undefined)) return sorted;
  return placed.sort((one, other) => (one.index ?? 0) - (other.index ?? 0)).map(({ row }) => row);
};

/** `topic` names the filters and the order; while it stays, rows keep their places. `idOf` must stay the same function. */
export const useKeptOrder = <Row>(
  sorted: readonly Row[],
  topic: string,
  idOf: (row: Row) => string,
): readonly Row[] => {
  const places = useRef<{ topic: string; byId: ReadonlyMap<string, number> } | null>(null);
  const rows = useMemo(
    () => (places.current?.topic === topic ? keepOrder(sorted, places.current.byId, idOf) : sorted),
    [sorted, topic, idOf],
  );
  useEffect(() => {
    if (places.current?.topic === topic && rows !== sorted) return;
    places.current = { topic, byId: new Map(rows.map((row, index) => [idOf(row), index])) };
  }, [topic, rows, sorted, idOf]);
  return rows;
};
