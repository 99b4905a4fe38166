// The contract's client over fetch, and the texts that failures show.
import { z } from 'zod';
import { profileRoutes } from '#contract/account/profile.ts';
import { signInRoutes } from '#contract/account/sign-in.ts';
import { activityRoutes } from '#contract/activity/activity.ts';
import { botRoutes, timelineRoutes } from '#contract/bot/bot.ts';
import { createClient, type Send } from '#contract/client.ts';
import { closetRoutes } from '#contract/closet/closet.ts';
import { ApiFailure } from '#contract/failure.ts';
import { listingRoutes } from '#contract/listings/listings.ts';
import { priceRoutes } from '#contract/listings/prices.ts';
import { noticesRoutes } from '#contract/notices/notices.ts';
import { adviceRoutes } from '#contract/pricing/advice.ts';
import { evidenceRoutes } from '#contract/pricing/evidence.ts';
import { photoRoutes } from '#contract/pricing/photo.ts';
import { todayRoutes } from '#contract/today/today.ts';
import { askToConfirm } from './confirmation.ts';

const fetchSend: Send = async ({ method, path, headers, body, signal }) => {
  try {
    const response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(signal instanceof AbortSignal ? { signal } : {}),
    });
    return {
      status: response.status,
      text: await response.text(),
      contentType: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiFailure('Can’t reach the server. Check your connection, then try again.', {
      status: 0,
      code: 'unreachable',
    });
  }
};

// The content security policy forbids `eval`. Without this, zod tries it once, and the browser reports a violation.
z.config({ jitless: true });

/** A call that needs a confirmed session asks the seller, and is sent again. */
export const send: Send = async (request) => {
  const answer = await fetchSend(request);
  const isUnconfirmed = answer.status === 403 && answer.text.includes('"confirmation_required"');
  return isUnconfirmed && (await askToConfirm()) ? fetchSend(request) : answer;
};

/** Only what the first view needs: every row brings its schemas. The others have clients of their own. */
const firstRoutes = {
  account: { ...signInRoutes, ...profileRoutes },
  closet: closetRoutes,
  listings: { ...listingRoutes, ...priceRoutes },
  pricing: { ...evidenceRoutes, ...photoRoutes, ...adviceRoutes },
  activity: activityRoutes,
  bot: { ...botRoutes, ...timelineRoutes },
  notices: noticesRoutes,
  today: todayRoutes,
};

export const api = createClient(firstRoutes, send);

export const failureCode = (error: unknown): string => (error instanceof ApiFailure ? error.code : 'unknown');

/** No reply, or a reply that says the server is temporarily down. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  [0, 502, 503, 504].includes(error.status) &&
  !/^(marketplace_|push_|worker_away$|busy$)/.test(error.code);

/** The text that a seller reads about a failure; `fallback` if the failure has none. */
export const failureMessage = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;

/** The same for calls with a fixed text (specification 8). A bare status, or a missing reply, goes below that text. */
export const failureText = (error: unknown, fallback: string): { text: string; detail?: string } => {
  const isWordless = error instanceof ApiFailure && (error.status === 0 || error.plainText !== undefined);
  return isWordless ? { text: fallback, detail: error.message } : { text: failureMessage(error, fallback) };
};

/** The same for calls about the account (section 8): the body of the reply instead of a bare status, or else `fallback`. */
export const accountFailureMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiFailure && error.plainText !== undefined
    ? error.plainText || fallback
    : failureMessage(error, fallback);

/** Passes on only the input. A mutation also passes a context, which must not become the call's options. */
export const bare =
  <Input, Reply>(call: (input: Input) => Promise<Reply>) =>
  (input: Input): Promise<Reply> =>
    call(input);

type Outcome<Reply> = { onSuccess?: (reply: Reply) => void; onError: (error: unknown) => void; onSettled?: () => void };

/** A mutation's own callbacks are lost when their component unmounts, and Stop Bot removes its own button. */
export const whenDone = <Reply>(work: Promise<Reply>, { onSuccess, onError, onSettled }: Outcome<Reply>): void => {
  void work.then(onSuccess, onError).finally(onSettled);
};
