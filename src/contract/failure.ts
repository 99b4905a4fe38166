// The body of a refusal, and how a client reads replies.
import { z } from 'zod';
import { parseJson } from '#domain/json.ts';

/** The body of every refusal. `message` is for people. `error` is for programs and never shown. */
export const FailureBody = z.object({
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});
export type FailureBody = z.output<typeof FailureBody>;

/** Thrown by the client for anything but a success. Screens and toasts show its message. */
export class ApiFailure extends Error {
  /** 0 if no reply came. */
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The text of a refusal that is not ours, such as a proxy's; empty if it had no text. */
  readonly plainText: string | undefined;

  constructor(
    message: string,
    detail: {
      status: number;
      code: string;
      fields?: Record<string, string>;
      requestId?: string;
      retryAfterMs?: number;
      plainText?: string;
    },
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.status = detail.status;
    this.code = detail.code;
    this.fields = detail.fields ?? {};
    this.requestId = detail.requestId;
    this.retryAfterMs = detail.retryAfterMs;
    this.plainText = detail.plainText;
  }
}

/** Reads a refusal by section 8: the body's `message` or `error`, a fixed text for an answer in HTML, or `HTTP {status}`. */
export const readFailure = (answer: { status: number; text: string; retryAfter: string | null }): ApiFailure => {
  const seconds = Number(answer.retryAfter);
  const retryAfterMs = answer.retryAfter !== null && Number.isFinite(seconds) ? seconds * 1000 : undefined;
  const base = { status: answer.status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const body = FailureBody.partial().safeParse(parseJson(answer.text));
  if (body.success && (body.data.message ?? body.data.error)) {
    const { message, error, fields, requestId } = body.data;
    return new ApiFailure(message ?? error ?? `HTTP ${answer.status}`, {
      ...base,
      code: error ?? 'unknown',
      ...(fields ? { fields } : {}),
      ...(requestId ? { requestId } : {}),
    });
  }
  if (/^\s*</.test(answer.text)) {
    const message =
      answer.status === 502
        ? 'Server temporarily unavailable. Please try again.'
        : `API endpoint error: ${answer.status}`;
    return new ApiFailure(message, { ...base, code: 'not_json' });
  }
  const plainText = body.success ? '' : answer.text.trim();
  return new ApiFailure(`HTTP ${answer.status}`, { ...base, code: 'unknown', plainText });
};

/** Reads the JSON of a successful reply. Throws with the specification's text if there is none. */
export const readReply = (answer: { status: number; text: string; contentType: string | null }): unknown => {
  const type = answer.contentType?.split(';')[0]?.trim() ?? 'nothing';
  if (type !== 'application/json')
    throw new ApiFailure(`Expected JSON response but got ${type}`, { status: answer.status, code: 'not_json' });
  const body = parseJson(answer.text);
  if (body === undefined)
    throw new ApiFailure('Invalid JSON response from server', { status: answer.status, code: 'not_json' });
  return body;
};
