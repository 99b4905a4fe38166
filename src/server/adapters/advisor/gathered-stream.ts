// Gathers a streamed answer of the model.

import { z } from 'zod';

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
 * One completion from a stream of its pieces, as JSON: some servers stream whatever they are asked. null where the stream
 * broke off before its end was told.
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
    const chunk = Chunk.safeParse(parsed(data));
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
