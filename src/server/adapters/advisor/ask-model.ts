// Makes one call to the AI model.

import type { AdvisorFailure, PhotoToDescribe } from '#domain/ports/pricing/advisor.ts';
import { Answer, type ReadAnswer, readAnswer } from './answer.ts';
import { instructions, notesFor } from './instructions.ts';
import { carefulFetch, type WireRecord } from './wire.ts';

/** The ways to get JSON from a server, best first: enforce the schema, enforce any JSON, or only ask for it in words. */
export const forms = ['schema', 'json', 'words'] as const;
export type Form = (typeof forms)[number];

export type ModelAddress = { baseUrl: string; apiKey: string | undefined; model: string };

export type Asked =
  | { kind: 'ok'; answer: ReadAnswer }
  | { kind: 'failed'; reason: AdvisorFailure; status?: number; retryAfter?: string };

/** Makes one call. Never rejects. When `signal` aborts, the result is `timeout`. */
export async function askModel(
  { baseUrl, apiKey, model }: ModelAddress,
  { photo, form, signal }: { photo: PhotoToDescribe; form: Form; signal: AbortSignal },
): Promise<Asked> {
  const record: WireRecord = {};
  try {
    const text = await complete();
    if (text === null) return { kind: 'failed', reason: 'refused' };
    const answer = readAnswer(text);
    return answer === null ? { kind: 'failed', reason: 'nonsense' } : { kind: 'ok', answer };
  } catch {
    // The error's message is dropped, because it may contain the request.
    const { status, retryAfter, failure = 'nonsense' } = record;
    return { kind: 'failed', reason: signal.aborted ? 'timeout' : failure, status, retryAfter };
  }

  /** null if the model, or a filter in front of it, declined to answer. */
  async function complete(): Promise<string | null> {
    // Loaded on first use: these take 130 ms and 30 MB, and many servers have no model configured.
    const [{ generateText, NoObjectGeneratedError, Output }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ]);
    const provider = createOpenAICompatible({
      name: 'model',
      baseURL: baseUrl,
      ...(apiKey !== undefined && { apiKey }),
      fetch: carefulFetch(record),
      supportsStructuredOutputs: true,
    });
    const pictures = [photo.image, ...(photo.tag === undefined ? [] : [photo.tag])];
    const output = {
      schema: Output.object({ schema: Answer, name: 'description' }),
      json: Output.json(),
      words: Output.text(),
    };
    try {
      const { text, finishReason } = await generateText({
        model: provider.chatModel(model),
        instructions,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: notesFor(photo) },
              ...pictures.map((data) => ({ type: 'file' as const, mediaType: 'image/jpeg', data })),
            ],
          },
        ],
        output: output[form],
        abortSignal: signal,
        maxRetries: 0,
      });
      return finishReason === 'content-filter' ? null : text;
    } catch (error) {
      // The answer does not match the schema, but its valid fields can still be used.
      if (NoObjectGeneratedError.isInstance(error) && error.text !== undefined)
        return error.finishReason === 'content-filter' ? null : error.text;
      throw error;
    }
  }
}
