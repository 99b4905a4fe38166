import { z } from 'zod';
import { createClient, type Send } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import { routes } from '#contract/routes.ts';
import { uiMessages } from '#web/messages/ui.ts';

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
    throw new ApiFailure(uiMessages.unreachable, { status: 0, code: 'unreachable' });
  }
};

// The security policy allows no code made of text: without this, zod would try once and be reported for it.
z.config({ jitless: true });

export const api = createClient(routes, fetchSend);

export const failureCode = (error: unknown): string => (error instanceof ApiFailure ? error.code : 'unknown');

/** No answer, or one that says the server is down for a moment. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiFailure && [0, 502, 503, 504].includes(error.status) && !/^(marketplace|push)_/.test(error.code);

/** What a seller reads about a failure; `fallback` where nothing better is known. */
export const failureMessage = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;

/**
 * The same of the calls whose failure has words of its own (specification 8): a bare status, or no answer at all, says
 * nothing to a seller, and stands beneath those words.
 */
export const failureText = (error: unknown, fallback: string): { text: string; detail?: string } => {
  const isWordless = error instanceof ApiFailure && (error.status === 0 || error.plainText !== undefined);
  return isWordless ? { text: fallback, detail: error.message } : { text: failureMessage(error, fallback) };
};

/** The same of the calls about the account, where a bare status is no message: the body as it is, else `fallback` (specification 8). */
export const accountFailureMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiFailure && error.plainText !== undefined
    ? error.plainText || fallback
    : failureMessage(error, fallback);

/** A call with its input alone: what a mutation hands over beside it is not meant for the wire. */
export const bare =
  <Input, Reply>(call: (input: Input) => Promise<Reply>) =>
  (input: Input): Promise<Reply> =>
    call(input);
