// Sends push messages to the push services of browsers.

import { Agent, request } from 'undici';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Pusher, PushMessage, PushOutcome, PushTarget } from '#domain/ports/pusher.ts';
import { readRetryAfter } from '#domain/text/retry-after.ts';
import { notPublic, type PublicNetwork, publicConnector, publicNetwork } from '../public-network.ts';
import { areKeys, encryptPush, longestText } from './encrypt.ts';
import { endpointMistake } from './endpoint.ts';
import { identify, type VapidKeys } from './identify.ts';

/** The longest reply that is read from a push service. */
const longestAnswer = 4096;

/** The pusher's network access. Tests replace it. */
export type PushNetwork = PublicNetwork & {
  port: number;
  /** An additional trusted certificate. */
  ca?: string;
};

/**
 * Web push (RFC 8030, 8188, 8291, 8292). It resolves the host name once per connection, checks every address, and connects
 * only to these addresses. It follows no redirects.
 */
export function webPusher({
  keys,
  subject,
  clock,
  network = { ...publicNetwork, port: 443 },
  answerLimitMs = 10_000,
}: {
  /** Loaded on first use. */
  keys: () => Promise<VapidKeys>;
  /** Contact for push services: a `mailto:` or `https:` address. */
  subject: string;
  clock: Clock;
  network?: PushNetwork;
  answerLimitMs?: number;
}): Pusher {
  const connect = publicConnector(network, {
    timeout: answerLimitMs,
    ...(network.ca !== undefined && { ca: network.ca }),
  });
  const agent = new Agent({
    connect: (options, done) => connect({ ...options, port: String(network.port) }, done),
    connections: 8,
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
    maxHeaderSize: 16_384,
  });
  let pair: Promise<VapidKeys> | null = null;
  /** If the database did not answer, the next call tries again. */
  const ownKeys = (): Promise<VapidKeys> => {
    pair ??= keys().catch((error: unknown) => {
      pair = null;
      throw error;
    });
    return pair;
  };
  const mistakeIn = (target: PushTarget): string | null =>
    endpointMistake(target.endpoint) ?? (areKeys(target) ? null : 'The keys are not those of a browser’s subscription');

  return {
    publicKey: async () => (await ownKeys()).publicKey,
    mistakeIn,
    async send(target, message) {
      if (mistakeIn(target) !== null) return { kind: 'refused', why: 'the subscription is not one of a browser' };
      if (Buffer.byteLength(message.text) > longestText) return { kind: 'refused', why: 'the message is too long' };
      const authorization = identify(await ownKeys(), {
        audience: new URL(target.endpoint).origin,
        subject,
        now: clock.now(),
      });
      const answered = await post(target, message, { agent, authorization, limitMs: answerLimitMs });
      return answered.kind === 'answer' ? outcomeOf(answered, clock.now()) : answered;
    },
    close: () => agent.destroy(),
  };
}

type Answered = { kind: 'answer'; status: number; retryAfter: string | undefined };

/** Sends one message, once. */
async function post(
  target: PushTarget,
  { text, topic, lifeMs, urgency }: PushMessage,
  { agent, authorization, limitMs }: { agent: Agent; authorization: string; limitMs: number },
): Promise<Answered | PushOutcome> {
  const body = encryptPush(Buffer.from(text), target);
  try {
    const answer = await request(target.endpoint, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(Math.max(0, Math.floor(lifeMs / 1000))),
        urgency,
        topic,
      },
      body,
      signal: AbortSignal.timeout(limitMs),
    });
    await answer.body.dump({ limit: longestAnswer }).catch(() => {});
    const [retryAfter] = [answer.headers['retry-after']].flat();
    return { kind: 'answer', status: answer.statusCode, retryAfter };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === notPublic) return { kind: 'refused', why: 'the host is not in the open internet' };
    // The error message may contain the endpoint, so only its code is kept.
    return { kind: 'later', why: code };
  }
}

function outcomeOf({ status, retryAfter }: Answered, now: Instant): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const why = `status ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', why };
  return { kind: 'later', why, retryAfterMs: readRetryAfter(retryAfter, now) };
}
