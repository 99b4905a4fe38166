// Turns a thrown error into a status and a body. Only this file knows which status a failure code has.
import type { FailureBody } from '#contract/failure.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import { DatabaseAway } from '#domain/ports/database.ts';

const statuses: Record<FailureCode, number> = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  busy: 503,
  request_timeout: 408,
  wrong_host: 421,
  storage_full: 507,
  shutting_down: 503,
  database_away: 503,
  internal: 500,
  email_taken: 409,
  username_taken: 409,
  invalid_credentials: 401,
  wrong_password: 400,
  invalid_token: 400,
  link_used: 409,
  link_expired: 409,
  no_phone_address: 409,
  cannot_stay_awake: 409,
  second_step_required: 401,
  wrong_code: 400,
  passkey_refused: 400,
  confirmation_required: 403,
  too_many_passkeys: 409,
  already_confirmed: 409,
  already_connected: 409,
  already_running: 409,
  not_running: 409,
  started_since: 409,
  not_paused: 409,
  not_lowered: 409,
  closet_not_connected: 409,
  closet_linked_elsewhere: 409,
  no_listings: 409,
  no_listings_found: 404,
  limit_reached: 409,
  consent_required: 409,
  no_credentials: 409,
  practice_off: 409,
  credentials_rejected: 422,
  session_rejected: 422,
  code_required: 409,
  code_rejected: 422,
  code_expired: 422,
  no_pending_sign_in: 409,
  human_check_required: 409,
  marketplace_unavailable: 502,
  marketplace_refused: 502,
  marketplace_changed: 502,
  marketplace_refused_values: 422,
  listing_not_for_sale: 409,
  large_change: 409,
  price_changed: 409,
  in_progress: 409,
  nothing_to_drop: 409,
  idempotency_mismatch: 422,
  invalid_image: 400,
  in_other_lot: 409,
  too_few_listings: 409,
  too_many_sales: 409,
  from_report: 409,
  too_many_devices: 409,
  push_unavailable: 502,
  other_version: 409,
  on_hold: 409,
  browser_away: 409,
  too_many_browsers: 409,
  worker_away: 503,
  worker_stopped: 504,
};

type Refusal = { status: number; body: FailureBody; retryAfterSeconds?: number };

/** A database that restarts is back by then. */
const databaseAwayMs = 5_000;

/**
 * An error that is no `Failure` is a crash, unless the database is away: its reply holds the request id and nothing else about it.
 * `isUnsafe`: the call was to change something.
 */
export function refusalOf(thrown: unknown, { requestId, isUnsafe }: { requestId: string; isUnsafe: boolean }): Refusal {
  const error = thrown instanceof DatabaseAway ? databaseAway(isUnsafe && thrown.mayBeDone) : thrown;
  if (!(error instanceof Failure)) {
    return {
      status: 500,
      body: { error: 'internal', message: 'Something went wrong in Hangtag. Try again.', requestId },
    };
  }
  const status = statuses[error.code];
  return {
    status,
    body: {
      error: error.code,
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      ...(status >= 500 && { requestId }),
    },
    ...(error.retryAfterMs !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(error.retryAfterMs / 1000)) }),
  };
}

const databaseAway = (mayBeDone: boolean): Failure =>
  new Failure(
    'database_away',
    mayBeDone
      ? 'Hangtag lost its database in the middle of this, so it may or may not be done. Reload the page and check before you try again.'
      : 'Hangtag can’t reach its database right now. Try again in a moment.',
    { retryAfterMs: databaseAwayMs },
  );
