// Keeps due bots waiting while more of them would only take memory.

export type Backlog<T> = {
  /** Takes the item now, or after all that are already waiting. */
  add(item: T): void;
  /** Takes waiting items, oldest first, until `isFull`. Call it when there is room again. */
  resume(): void;
};

/**
 * A bot whose step has begun keeps its share in memory until it is settled. One that waits here takes only a place in a list. When
 * 10,000 bots were due at once without it, their steps lived for 1.4 s, and the garbage collector took half of the engine's
 * processor time: 143 instead of 74 µs per share.
 */
export function createBacklog<T>({ isFull, take }: { isFull: () => boolean; take: (item: T) => void }): Backlog<T> {
  const items: T[] = [];
  return {
    add(item) {
      if (items.length > 0 || isFull()) items.push(item);
      else take(item);
    },
    resume() {
      let taken = 0;
      for (; taken < items.length && !isFull(); taken += 1) take(items[taken] as T);
      items.splice(0, taken);
    },
  };
}
