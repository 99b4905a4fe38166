// Lets the palette put the focus into the search for listings, whatever screen the seller is on.
import { createLateRequest } from '#web/lib/late-request.ts';

export const { ask: askSearch, answer: answerSearch } = createLateRequest();
