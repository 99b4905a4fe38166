// Keeps values that take long to compute for as long as nothing changes that they depend on.

/** By key. `stamp`: what the value depends on. */
export type Stamped<Value> = Map<string, { stamp: string; value: Promise<Value> }>;

const mostKept = 500;

/** The value, computed once for a stamp, even for callers at the same time. The least recently computed goes first. */
export function onceStamped<Value>(
  kept: Stamped<Value>,
  { key, stamp }: { key: string; stamp: string },
  make: () => Promise<Value>,
): { value: Promise<Value>; isNew: boolean } {
  const known = kept.get(key);
  if (known?.stamp === stamp) return { value: known.value, isNew: false };
  const entry = { stamp, value: make() };
  kept.delete(key);
  kept.set(key, entry);
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(oldest);
  entry.value.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return { value: entry.value, isNew: true };
}
