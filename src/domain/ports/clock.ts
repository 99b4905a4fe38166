/** Milliseconds since the Unix epoch, in UTC. The one representation of a moment inside the product. */
export type Instant = number;

/**
 * The time that rules, caps and schedules go by. In production it follows the database's clock and never the host's wall
 * clock, so a host that jumps cannot open a second share day. In tests it is moved by hand.
 */
export type Clock = {
  now(): Instant;
  /** Calls `run` once the clock shows `instant` (at once where it already does). Returns the cancellation. */
  at(instant: Instant, run: () => void): () => void;
};
