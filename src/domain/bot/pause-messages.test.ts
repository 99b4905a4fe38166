import { describe, expect, it } from 'vitest';
import { pauseReasons, waitingPauses } from './bot.ts';
import { pauseMessage } from './pause-messages.ts';

describe('what a seller reads about a pause', () => {
  it.each(pauseReasons)('%s: what we saw, that sharing stopped, and what comes next', (reason) => {
    const message = pauseMessage(reason, { pauseMs: 900_000 });
    expect(message).toMatch(/sharing (has stopped|goes on by itself)/i);
    expect(message).not.toMatch(/!|oops|error|_|\bAPI\b|\bbot\b/i);
    expect(message.includes('Nothing needs you.')).toBe(waitingPauses.includes(reason));
  });

  it.each([
    [300_000, '5 minutes'],
    [900_001, '16 minutes'],
    [3_600_000, '1 hour'],
    [3_900_000, '1 hour 5 minutes'],
    [86_400_000, '24 hours'],
    [0, '1 minute'],
  ])('tells %d ms as %s', (pauseMs, words) => {
    expect(pauseMessage('marketplace_unavailable', { pauseMs })).toContain(`in ${words}.`);
  });
});
