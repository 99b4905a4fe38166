// The view, order, and filters of the list, kept in the page's address.
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useKeptChoice } from '#web/lib/browser/kept-choice.ts';
import { paths } from '#web/lib/paths.ts';
import { changeView, type ListView, readView, type Shape, type ViewChange } from './list-view.ts';

type Control = {
  view: ListView & { shape: Shape };
  /** A change is a step of the browser's history, unless it replaces the last one. */
  change: (change: ViewChange, options?: { replace?: boolean }) => void;
  choose: (shape: Shape) => void;
};

/** Grid or table is also remembered for each seller in this browser. An address that names the view wins. */
export const useListView = (sellerId: string): Control => {
  const query = useSearch();
  const [, navigate] = useLocation();
  const [kept, keep] = useKeptChoice(`listings-view:${sellerId}`);
  const view = useMemo(() => readView(query), [query]);
  const shape = view.shape ?? (kept === 'table' ? 'table' : 'grid');
  const go = (change: ViewChange, replace: boolean) =>
    // An entry that is replaced keeps its mark, such as that of an open sheet.
    navigate(`${paths.marketAnalysis}${changeView(location.search, change)}`, {
      replace,
      ...(replace && { state: history.state }),
    });
  return {
    view: { ...view, shape },
    change: (change, { replace = false } = {}) => go(change, replace),
    choose: (next) => {
      if (next === shape) return;
      // Named in the entry that is left as well, because the remembered view is about to change and Back must show this one.
      if (view.shape === null) go({ shape }, true);
      keep(next);
      go({ shape: next }, false);
    },
  };
};
