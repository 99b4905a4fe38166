// Checks for the operator whether the configured model works.

import { z } from 'zod';
import type { ModelAddress } from './ask-model.ts';
import { readBounded } from './wire.ts';

type ModelFinding = { ok: boolean; what: string; remedy?: string };

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });
const mostListBytes = 4 * 1024 * 1024;

/** Checks that the model's server answers, accepts the key, and has the model. Sends nothing except the key. */
export async function checkModel({ baseUrl, apiKey, model }: ModelAddress, signal: AbortSignal): Promise<ModelFinding> {
  const host = new URL(baseUrl).host;
  const there = `The model ${model} at ${host}`;
  try {
    const answer = await fetch(`${baseUrl}/models`, {
      redirect: 'manual',
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal,
    });
    if (answer.ok) {
      const list = Models.safeParse(JSON.parse((await readBounded(answer, mostListBytes)) ?? ''));
      // Some servers accept more models than they list, and some have no list, so neither is a failure.
      if (!list.success || list.data.data.some(({ id }) => id === model))
        return { ok: true, what: `${there} is available` };
      return { ok: false, what: `${host} answers but does not list the model ${model}`, remedy: 'Check AI_MODEL.' };
    }
    await answer.body?.cancel();
    const { status } = answer;
    if (status === 401 || status === 403)
      return { ok: false, what: `${host} rejects the API key (${status})`, remedy: 'Check AI_API_KEY.' };
    if (status < 400)
      return { ok: false, what: `${host} redirects to another address (${status})`, remedy: 'Check AI_BASE_URL.' };
    if (status >= 500)
      return { ok: false, what: `${host} answers with a server error (${status})`, remedy: 'Try again later.' };
    return { ok: true, what: `${there}: the server answers but does not list its models (${status})` };
  } catch {
    return {
      ok: false,
      what: `${host} does not answer like an OpenAI-compatible server`,
      remedy: 'Check AI_BASE_URL and your network.',
    };
  }
}
