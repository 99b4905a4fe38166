// Which listings are selected, and how a click or a key changes that.

export type Selection = {
  ids: ReadonlySet<string>;
  /** Where a range starts: the listing that was selected or cleared last. */
  anchor: string | null;
};

export const nothing: Selection = { ids: new Set(), anchor: null };

export const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

export const toggle = ({ ids }: Selection, id: string): Selection => ({ ids: toggled(ids, id), anchor: id });

/** All from the anchor to `id` become what the anchor is. Without an anchor in the list, only `id` changes. */
export const toggleRange = (selection: Selection, id: string, list: readonly string[]): Selection => {
  const { ids, anchor } = selection;
  const [from, to] = [anchor === null ? -1 : list.indexOf(anchor), list.indexOf(id)];
  if (anchor === null || from === -1 || to === -1) return toggle(selection, id);
  const next = new Set(ids);
  const isSelecting = ids.has(anchor);
  for (const one of list.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isSelecting) next.add(one);
    else next.delete(one);
  }
  return { ids: next, anchor };
};

export const extend = ({ ids, anchor }: Selection, more: Iterable<string>): Selection => ({
  ids: new Set([...ids, ...more]),
  anchor,
});

export const reduce = ({ ids, anchor }: Selection, less: Iterable<string>): Selection => {
  const next = new Set(ids);
  for (const id of less) next.delete(id);
  return { ids: next, anchor };
};
