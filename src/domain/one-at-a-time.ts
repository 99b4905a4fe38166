// Work that is started again and again, and never runs twice at once.

/** A call while the work runs starts nothing, and ends with it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
