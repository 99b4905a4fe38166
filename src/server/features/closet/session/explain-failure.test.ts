import { describe, expect, it } from 'vitest';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { explainFailure, failureOf, needsSeller } from './explain-failure.ts';

const table: [MarketFailure['kind'], string, string, boolean][] = [
  ['network', 'marketplace_unavailable', 'marketplace_unavailable', false],
  ['uncertain', 'marketplace_unavailable', 'marketplace_unavailable', false],
  ['browser_refused', 'marketplace_changed', 'marketplace_changed', false],
  ['unavailable', 'marketplace_unavailable', 'marketplace_unavailable', false],
  ['bad_answer', 'marketplace_unavailable', 'marketplace_unavailable', false],
  ['rate_limited', 'marketplace_unavailable', 'marketplace_unavailable', false],
  ['session_expired', 'session_rejected', 'session_expired', true],
  ['other_account', 'session_rejected', 'session_expired', true],
  ['invalid_credentials', 'credentials_rejected', 'credentials_rejected', true],
  ['otp_required', 'code_required', 'code_required', true],
  ['otp_invalid', 'code_rejected', 'code_required', true],
  ['otp_expired', 'code_expired', 'code_required', true],
  ['human_check', 'human_check_required', 'human_check', true],
  ['account_blocked', 'marketplace_refused', 'account_blocked', true],
  ['blocked', 'marketplace_refused', 'marketplace_refused', true],
  ['forbidden', 'marketplace_refused', 'marketplace_refused', true],
  ['token_rejected', 'marketplace_refused', 'marketplace_refused', true],
  ['protocol_changed', 'marketplace_changed', 'marketplace_changed', false],
  ['unknown_failure', 'marketplace_changed', 'marketplace_changed', false],
  ['validation', 'marketplace_changed', 'marketplace_changed', false],
];

describe('a failed call', () => {
  it.each(table)('%s becomes %s, shown as %s', (kind, code, reason, isSellers) => {
    const failure: MarketFailure = { kind, message: 'The words of the marketplace' };
    const trouble = explainFailure(failure, { practice: false });
    expect(trouble).toMatchObject({ code, reason });
    expect(needsSeller(trouble)).toBe(isSellers);
    expect(failureOf(failure, { practice: false })).toMatchObject({ code, message: trouble.message });
  });

  it.each(table)('%s of a closet that the seller’s browser shares sends nobody to the panel', (kind, code, reason) => {
    const trouble = explainFailure({ kind, message: '' }, { practice: false, transport: 'browser' });
    expect(trouble).toMatchObject({ code, reason });
    if (kind !== 'otp_invalid' && kind !== 'otp_expired')
      expect(trouble.message).not.toMatch(/again here|enter it here|your own browser|username and password/);
  });

  it.each([undefined, 30_000, 86_400_000])('of too many calls keeps the wait of %s ms', (retryAfterMs) => {
    const failure: MarketFailure = { kind: 'rate_limited', message: '', ...(retryAfterMs && { retryAfterMs }) };
    expect(failureOf(failure, { practice: false }).retryAfterMs).toBe(retryAfterMs);
  });
});
