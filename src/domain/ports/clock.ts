// Port: the time that rules, caps and schedules use.

/** Milliseconds since the Unix epoch, in UTC. The only representation of time inside the product. */
export type Instant = number;

/**
 * The time that rules, caps and schedules use. In production it follows the database's clock, not the host's, so that a
 * host whose clock jumps cannot open a second share day. Tests set it by hand.
 */
export type Clock = {
  now(): Instant;
  /** Calls `run` once the clock reaches `instant` (at once if it already has). Returns a function that cancels it. */
  at(instant: Instant, run: () => void): () => void;
};
