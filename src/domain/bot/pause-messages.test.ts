import { describe, expect, it } from 'vitest';
import { pauseReasons, waitingPauses } from './bot.ts';
import { pauseMessage } from './pause-messages.ts';

describe('what a seller reads about a pause', () => {
  it('names the closet’s marketplace', () => {
    expect(pauseMessage('session_expired', { marketplace: 'Poshmark' })).toMatch(/^Poshmark signed you out\./);
    expect(pauseMessage('session_expired', { marketplace: 'the practice marketplace' })).toMatch(
      /^The practice marketplace signed you out\./,
    );
  });

  it.each(pauseReasons)('%s: what happened, that sharing stopped, and what comes next', (reason) => {
    const message = pauseMessage(reason, { marketplace: 'Poshmark' });
    expect(message).toMatch(/sharing (is paused|resumes automatically)/i);
    expect(message).not.toMatch(/!|oops|error|_|\bAPI\b|\bbot\b/i);
    expect(message.includes('No action needed.')).toBe(waitingPauses.includes(reason));
  });

  it.each(pauseReasons)('%s: the same if the seller’s browser shares, which is where the seller acts', (reason) => {
    for (const isRefusedByBrowser of [false, true]) {
      const detail = { marketplace: 'Poshmark', isByBrowser: true, isRefusedByBrowser } as const;
      const message = pauseMessage(reason, detail);
      expect(message).toMatch(/sharing (is paused|resumes automatically)/i);
      expect(message).not.toMatch(/!|oops|error|_|\bAPI\b|\bbot\b|reconnect|marketplace panel|your own browser/i);
      expect(message.includes('No action needed.')).toBe(waitingPauses.includes(reason));
    }
  });

  it('tells the seller of a lost practice closet to start a new one, not to check a password that they never had', () => {
    expect(pauseMessage('credentials_rejected', { marketplace: 'the practice marketplace' })).toBe(
      'The practice marketplace rejected your username and password. Sharing is paused, and Hangtag won’t try them again. Disconnect this practice closet in the marketplace panel, then start a new one.',
    );
  });

  it('says that the companion refused a request', () => {
    const detail = { marketplace: 'Poshmark', isByBrowser: true, isRefusedByBrowser: true } as const;
    expect(pauseMessage('marketplace_changed', detail)).toMatch(/^The companion in your browser refused a request/);
  });

  it.each([
    [{ limit: 500, reason: 'share_limit', until: 'December 4' }, 'share jail', 'until December 4: 500 shares a day.'],
    [
      { limit: 640, reason: 'rate_limited', until: 'May 1' },
      'for the third time in 24 hours',
      'until May 1: 640 shares',
    ],
    [undefined, 'share jail', 'Your daily limit stays the same.'],
  ] as const)('says which limit follows a share limit, and until when: %j', (lowered, ...parts) => {
    const message = pauseMessage('share_limit', { marketplace: 'Poshmark', lowered });
    for (const part of parts) expect(message).toContain(part);
  });
});
