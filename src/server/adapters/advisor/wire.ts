// A restricted `fetch` for calls to the AI model's server.

import { z } from 'zod';
import { parseJson } from '#domain/json.ts';
import type { AdvisorFailure } from '#domain/ports/pricing/advisor.ts';

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

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .catch([]),
});

/**
 * Turns a stream of pieces into one completion as JSON, because some servers stream even if nobody asked for it. Returns null if
 * the stream ended early.
 */
function completionFromStream(stream: string): string | null {
  let content = '';
  let refusal = '';
  let reason: string | null = null;
  for (const event of stream.split(/\r?\n\r?\n/)) {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trim())
      .join('\n');
    if (data === '' || data === '[DONE]') continue;
    const chunk = Chunk.safeParse(parseJson(data));
    if (!chunk.success) return null;
    const [choice] = chunk.data.choices;
    content += choice?.delta?.content ?? '';
    refusal += choice?.delta?.refusal ?? '';
    reason = choice?.finish_reason ?? reason;
  }
  if (reason === null) return null;
  const message = { role: 'assistant', content, ...(refusal !== '' && { refusal }) };
  return JSON.stringify({ choices: [{ message, finish_reason: reason }] });
}
