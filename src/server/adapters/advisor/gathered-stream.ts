// Joins a streamed answer of the model into one completion.

import { z } from 'zod';
import { parseJson } from '#domain/json.ts';

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
export function completionFromStream(stream: string): string | null {
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
