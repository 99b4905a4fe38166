// Keeps callbacks sorted by when they are due.

import type { Instant } from '#domain/ports/clock.ts';

type Entry = { instant: Instant; order: number; run: () => void; position: number };

/** A binary heap: earliest first, and first come, first served for the same moment. */
export function dueList() {
  const heap: Entry[] = [];
  let orders = 0;

  const isBefore = (a: Entry, b: Entry) => a.instant < b.instant || (a.instant === b.instant && a.order < b.order);
  const place = (entry: Entry, position: number) => {
    heap[position] = entry;
    entry.position = position;
  };
  const rise = (entry: Entry) => {
    while (entry.position > 0) {
      const parent = heap[(entry.position - 1) >> 1];
      if (parent === undefined || !isBefore(entry, parent)) return;
      const position = parent.position;
      place(parent, entry.position);
      place(entry, position);
    }
  };
  const sink = (entry: Entry) => {
    for (;;) {
      const [left, right] = [heap[2 * entry.position + 1], heap[2 * entry.position + 2]];
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, entry)) return;
      const position = child.position;
      place(child, entry.position);
      place(entry, position);
    }
  };
  const remove = (entry: Entry) => {
    if (heap[entry.position] !== entry) return;
    const last = heap.pop();
    if (last === undefined || last === entry) return;
    place(last, entry.position);
    rise(last);
    sink(last);
  };

  return {
    /** Returns a function that removes the entry, and does nothing if the entry was already taken. */
    put(instant: Instant, run: () => void): () => void {
      const entry = { instant, order: orders++, run, position: heap.length };
      heap.push(entry);
      rise(entry);
      return () => remove(entry);
    },
    next: (): Instant | undefined => heap[0]?.instant,
    /** Removes and returns the earliest entry if it is due at `now`. */
    take(now: Instant): (() => void) | undefined {
      const first = heap[0];
      if (first === undefined || first.instant > now) return undefined;
      remove(first);
      return first.run;
    },
    size: () => heap.length,
  };
}
