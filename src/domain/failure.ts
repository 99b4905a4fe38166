// The one error type for expected refusals, with its codes.

export const failureCodes = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'busy',
  'request_timeout',
  'wrong_host',
  'storage_full',
  'shutting_down',
  'database_away',
  'internal',
  'email_taken',
  'username_taken',
  'invalid_credentials',
  'wrong_password',
  'invalid_token',
  'link_used',
  'link_expired',
  'no_phone_address',
  'cannot_stay_awake',
  'second_step_required',
  'wrong_code',
  'passkey_refused',
  'confirmation_required',
  'too_many_passkeys',
  'already_confirmed',
  'already_connected',
  'already_running',
  'not_running',
  'started_since',
  'not_paused',
  'not_lowered',
  'closet_not_connected',
  'closet_linked_elsewhere',
  'no_listings',
  'no_listings_found',
  'limit_reached',
  'consent_required',
  'no_credentials',
  'practice_off',
  'credentials_rejected',
  'session_rejected',
  'code_required',
  'code_rejected',
  'code_expired',
  'no_pending_sign_in',
  'human_check_required',
  'marketplace_unavailable',
  'marketplace_refused',
  'marketplace_changed',
  'marketplace_refused_values',
  'listing_not_for_sale',
  'large_change',
  'price_changed',
  'in_progress',
  'nothing_to_drop',
  'idempotency_mismatch',
  'invalid_image',
  'in_other_lot',
  'too_few_listings',
  'too_many_sales',
  'from_report',
  'too_many_devices',
  'push_unavailable',
  'other_version',
  'on_hold',
  'browser_away',
  'too_many_browsers',
  'worker_away',
  'worker_stopped',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/**
 * Codes that always mean that. The operator's hold and a worker that isn't running are no fault of the seller, who may try again right
 * after it.
 */
const free: readonly FailureCode[] = [
  'on_hold',
  'closet_not_connected',
  'no_credentials',
  'already_connected',
  'practice_off',
  'no_pending_sign_in',
  'worker_away',
];

type FailureDetail = {
  /** Invalid inputs by name, each with the message shown under it. */
  fields?: Record<string, string>;
  /** For `too_many_requests`, and for delays that the marketplace demands. */
  retryAfterMs?: number;
  /** Refused before anything scarce was done, so a scarce call that fails this way is not counted. */
  isFree?: boolean;
  cause?: unknown;
};

/**
 * An expected refusal with a stable code. `message` is a sentence for the seller, `fields` names invalid inputs, and `cause` is
 * for the logs only. Only `server/http/finish-reply.ts` knows the HTTP status of a code.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isFree: boolean;

  constructor(code: FailureCode, message: string, detail: FailureDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Failure';
    this.code = code;
    this.fields = detail.fields;
    this.retryAfterMs = detail.retryAfterMs;
    this.isFree = detail.isFree ?? free.includes(code);
  }
}
