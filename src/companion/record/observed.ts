// What the recorder's scripts in a page and the recorder's own page say to each other.

import type { Observed } from '#marketplace/recording/redactor.ts';

/** From the page's world to the extension's script in the same page: JSON of one `Observed`. */
export const observedEvent = 'hangtag-observed';
export const overEvent = 'hangtag-recording-over';

/** From the script in the page to the recorder. Holds what the page sent and received, unredacted, and is never stored. */
export type ObservedMessage = { kind: 'observed'; observed: Observed };
export type OverMessage = { kind: 'recording-over' };

export const recordMs = 10 * 60_000;
/** Longer bodies say nothing more about how a marketplace talks. */
export const largestBody = 2_000_000;
