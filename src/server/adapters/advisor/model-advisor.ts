// The advisor port over an OpenAI-compatible model, and the operator’s check of its server.

import { z } from 'zod';
import { type Clock, type Instant, sleep } from '#domain/ports/clock.ts';
import type { Advisor, AdvisorFailure, PhotoToDescribe } from '#domain/ports/pricing/advisor.ts';
import { readRetryAfter } from '#domain/text/duration.ts';
import type { Log } from '../log/log.ts';
import { askModel, type Form, forms, type ModelAddress, type ModelResult } from './ask-model.ts';
import { readBounded } from './wire.ts';

const firstRetryMs = 500;
/** After several failures in a row the model gets a rest, so that sellers don't wait for nothing. */
const cooldown = { failures: 3, restMs: 60_000, longestRestMs: 600_000 };

/**
 * Works with any model that accepts images behind an OpenAI-compatible address, hosted or local. It retries once after a 429 or
 * a 5xx, no sooner than the server allows. If a server doesn't support schemas, it asks in a simpler form and remembers that.
 */
export function modelAdvisor(given: ModelAddress & { clock: Clock; log: Pick<Log, 'warn'> }): Advisor {
  const { clock, log, ...address } = given;
  const { host } = new URL(address.baseUrl);
  let form: Form = 'schema';
  let rest: { until: Instant; reason: AdvisorFailure } = { until: 0, reason: 'unreachable' };
  let failures = 0;

  const describe = async (photo: PhotoToDescribe): Promise<ModelResult> => {
    const deadline = clock.now() + photo.timeoutMs;
    const limit = new AbortController();
    const cancel = clock.at(deadline, () => limit.abort());
    try {
      let used = form;
      for (let retries = 1; ; ) {
        const asked = await askModel(address, { photo, form: used, signal: limit.signal });
        if (asked.kind === 'ok') {
          form = used;
          return asked;
        }
        const plainer = isFormRefused(asked) ? forms[forms.indexOf(used) + 1] : undefined;
        if (plainer !== undefined) {
          used = plainer;
          continue;
        }
        const waitMs = isWorthRetrying(asked) && retries-- > 0 ? retryAfterMs(asked, clock.now()) : null;
        if (waitMs === null || clock.now() + waitMs >= deadline) return asked;
        await sleep(clock, waitMs, limit.signal);
      }
    } finally {
      cancel();
    }
  };

  const remember = (asked: ModelResult): void => {
    const now = clock.now();
    if (asked.kind === 'ok' || !['timeout', 'unreachable', 'rate_limited'].includes(asked.reason)) {
      failures = 0;
      return;
    }
    failures++;
    const wanted = asked.retryAfter === undefined ? 0 : retryAfterMs(asked, now);
    const restMs = Math.min(
      Math.max(wanted, failures >= cooldown.failures ? cooldown.restMs : 0),
      cooldown.longestRestMs,
    );
    rest = { until: now + restMs, reason: asked.reason };
  };

  return {
    model: address.model,
    async describePhoto(photo) {
      if (clock.now() < rest.until) return { kind: 'failed', reason: rest.reason };
      const asked = await describe(photo);
      remember(asked);
      if (asked.kind === 'ok') return { kind: 'ok', ...asked.answer, model: address.model };
      // Log what the server replied, so that the operator can fix the settings. The caller logs other failures.
      if (asked.status !== undefined && asked.status !== 200)
        log.warn({ status: asked.status, host }, "The model's server did not answer a photo");
      return { kind: 'failed', reason: asked.reason };
    },
  };
}

type Failed = Extract<ModelResult, { kind: 'failed' }>;

/** What servers reply to a `response_format` that they don't support. */
const isFormRefused = ({ status }: Failed): boolean => status === 400 || status === 422 || status === 501;

const isWorthRetrying = ({ status = 0, reason }: Failed): boolean =>
  reason !== 'timeout' && (status === 429 || status >= 500);

const retryAfterMs = ({ retryAfter }: Failed, now: Instant): number => readRetryAfter(retryAfter, now) ?? firstRetryMs;

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
