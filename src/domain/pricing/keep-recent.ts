// Caches the most recently used values, if they take long to make.

type Recent<Key, Value> = {
  /** Makes the value of a key if it is not kept. */
  get(key: Key): Value;
  size(): number;
};

/** Keeps at most `most` values. The least recently used goes first. */
export function keepRecent<Key, Value>(
  most: number,
  nameOf: (key: Key) => string,
  make: (key: Key) => Value,
): Recent<Key, Value> {
  const kept = new Map<string, { value: Value }>();
  return {
    get(key) {
      const name = nameOf(key);
      const found = kept.get(name) ?? { value: make(key) };
      kept.delete(name);
      kept.set(name, found);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return found.value;
    },
    size: () => kept.size,
  };
}

/** Makes a value when it is first needed. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
