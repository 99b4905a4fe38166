import type { AdvisorTrouble, PhotoToDescribe } from '#domain/ports/advisor.ts';
import { Answer, type ReadAnswer, readAnswer } from './answer.ts';
import { instructions, notesFor } from './instructions.ts';
import { carefulFetch, type WireRecord } from './wire.ts';

/** How a server is made to answer with JSON, best first: held to the schema, held to any JSON, or only told so. */
export const forms = ['schema', 'json', 'words'] as const;
export type Form = (typeof forms)[number];

export type ModelAddress = { baseUrl: string; apiKey: string | undefined; model: string };

export type Asked =
  | { kind: 'ok'; answer: ReadAnswer }
  | { kind: 'failed'; reason: AdvisorTrouble; status?: number; retryAfter?: string };

/** One call, whatever comes of it. `signal` ends it as `timeout`. Never rejects. */
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
    // The error's own words are left here: they may hold the request.
    const { status, retryAfter, trouble = 'nonsense' } = record;
    return { kind: 'failed', reason: signal.aborted ? 'timeout' : trouble, status, retryAfter };
  }

  /** null: the model, or a filter before it, did not want to. */
  async function complete(): Promise<string | null> {
    // 130 ms and 30 MB that an installation without a model never pays.
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
      // The answer is there and is not as asked: what is good in it is read all the same.
      if (NoObjectGeneratedError.isInstance(error) && error.text !== undefined)
        return error.finishReason === 'content-filter' ? null : error.text;
      throw error;
    }
  }
}
