// Spaces out calls that the seller doesn't wait for one by one, so that those that the seller clicks on are still answered.

type Pace = {
  /** Counts a call that is made now. Returns 0, or else how long to wait before asking again. */
  take(now: number): number;
};

/** At most `most` in any `withinMs`. */
export const createPace = ({ most, withinMs }: { most: number; withinMs: number }): Pace => {
  let made: number[] = [];
  return {
    take(now) {
      made = made.filter((at) => at > now - withinMs);
      const [oldest] = made;
      if (oldest !== undefined && made.length >= most) return oldest + withinMs - now;
      made.push(now);
      return 0;
    },
  };
};
