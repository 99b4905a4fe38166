// The advisor port over an OpenAI-compatible model.

import { type Clock, type Instant, sleep } from '#domain/ports/clock.ts';
import type { Advisor, AdvisorFailure, PhotoToDescribe } from '#domain/ports/pricing/advisor.ts';
import { readRetryAfter } from '#domain/text/duration.ts';
import type { Log } from '../log/log.ts';
import { askModel, type Form, forms, type ModelAddress, type ModelResult } from './ask-model.ts';

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
