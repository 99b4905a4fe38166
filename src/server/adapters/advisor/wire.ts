// A restricted `fetch` for calls to the AI model's server.

import type { AdvisorFailure } from '#domain/ports/pricing/advisor.ts';
import { completionFromStream } from './gathered-stream.ts';

/** What happened in one call to the model's server, apart from the model's answer. */
export type WireRecord = { status?: number; retryAfter?: string; failure?: AdvisorFailure };

/** A whole answer is a few kilobytes. This also bounds the reasoning that some models write first. */
const mostAnswerBytes = 512 * 1024;

/**
 * `fetch` for one call. It follows no redirects, reads at most `mostAnswerBytes`, and joins a stream that nobody asked for. It
 * drops the text of error replies, because they may repeat the request and the key. `record` gets what happened.
 */
export function carefulFetch(record: WireRecord): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      record.failure = 'unreachable';
      throw error;
    });
    record.status = answer.status;
    record.retryAfter = answer.headers.get('retry-after') ?? undefined;
    if (!answer.ok) {
      await answer.body?.cancel().catch(() => undefined);
      record.failure = failureOf(answer.status);
      return plain('{}', answer.status);
    }
    const text = await readBounded(answer).catch((error: unknown) => {
      record.failure = 'unreachable';
      throw error;
    });
    const kind = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const whole = text !== null && (kind === 'text/event-stream' ? completionFromStream(text) : jsonOf(kind, text));
    if (typeof whole !== 'string') {
      record.failure = 'nonsense';
      throw new Error('The server answered with something else than a completion.');
    }
    return plain(whole, answer.status);
  };
}

const jsonOf = (kind: string, text: string): string | null =>
  kind === '' || kind === 'application/json' || kind.endsWith('+json') ? text : null;

const plain = (text: string, status: number): Response =>
  new Response(text, {
    status: status >= 300 && status < 400 ? 502 : status,
    headers: { 'content-type': 'application/json' },
  });

function failureOf(status: number): AdvisorFailure {
  if (status === 429) return 'rate_limited';
  // Following a redirect would send the photo and the key to another server.
  return status >= 500 || status < 400 ? 'unreachable' : 'refused';
}

/** Returns null if the answer is too long. The rest is not read. */
export async function readBounded(answer: Response, most = mostAnswerBytes): Promise<string | null> {
  if (answer.body === null) return '';
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
