// Keeps due bots waiting while more of them would only take memory.

export type Backlog<T> = {
  /** Takes it at once, or after all that wait already. */
  add(item: T): void;
  /** Takes what waits, oldest first, until `isFull`. Call it when there is room again. */
  goOn(): void;
};

/**
 * A bot whose step has begun keeps its share in memory until it is settled, and one that waits here keeps a place in a list. When 10,000 bots were due at once, their steps lived for 1.4 s, and the garbage collector took half of the engine's
 * processor time: 143 instead of 74 µs per share.
 */
export function createBacklog<T>({ isFull, take }: { isFull: () => boolean; take: (item: T) => void }): Backlog<T> {
  const items: T[] = [];
  return {
    add(item) {
      if (items.length > 0 || isFull()) items.push(item);
      else take(item);
    },
    goOn() {
      let taken = 0;
      for (; taken < items.length && !isFull(); taken += 1) take(items[taken] as T);
      items.splice(0, taken);
    },
  };
}
