// Lets the palette and the keys press Start Bot, whatever screen the seller is on.
import { createLateRequest } from '#web/lib/late-request.ts';

export const { ask: askStart, answer: answerStart } = createLateRequest();
