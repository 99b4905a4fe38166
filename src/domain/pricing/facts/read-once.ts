// Remembers what was read from an object.

/** Calls `read` once for each object, however often the result is asked for. The object must not change. */
export function readOnce<Source extends object, Result>(read: (source: Source) => Result): (source: Source) => Result {
  const known = new WeakMap<Source, { result: Result }>();
  return (source) => {
    const held = known.get(source) ?? { result: read(source) };
    known.set(source, held);
    return held.result;
  };
}
