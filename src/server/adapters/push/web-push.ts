// Sends push messages to the push services of browsers, and proves who sends them.

import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Pusher, PushMessage, PushOutcome, PushTarget } from '#domain/ports/pusher.ts';
import { readRetryAfter } from '#domain/text/duration.ts';
import { notPublic, type PublicNetwork, publicConnector, publicNetwork } from '../public-network.ts';
import { codeOf } from '../start-problem.ts';

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
export function webPusher(given: {
  /** Loaded on first use. */
  keys: () => Promise<VapidKeys>;
  /** Contact for push services: a `mailto:` or `https:` address. */
  subject: string;
  clock: Clock;
  network?: PushNetwork;
  answerLimitMs?: number;
}): Pusher {
  const { keys, subject, clock, network = { ...publicNetwork, port: 443 }, answerLimitMs = 10_000 } = given;
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
    const code = codeOf(error) || 'unknown';
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

/** Returns the reason for refusing the endpoint in one sentence, or null. Its addresses are checked when it is resolved. */
export function endpointMistake(endpoint: string): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== 'https:') return 'An endpoint begins with https://';
  if (url.username !== '' || url.password !== '') return 'An endpoint has no user and no password';
  if (url.port !== '') return 'An endpoint has no port of its own';
  const name = url.hostname.replace(/\.+$/, '');
  // An IP address would bypass the check at name resolution.
  if (name.startsWith('[') || isIP(name) !== 0 || !name.includes('.') || isPrivateName(name))
    return 'An endpoint is at a host with a public name';
  return null;
}

/** Names that nobody can register, and those by which machines in a cloud ask for their own credentials. */
const isPrivateName = (name: string): boolean =>
  /\.(localhost|local|localdomain|internal|intranet|private|lan|home|corp|arpa|onion|invalid)$/.test(name) ||
  /(^|\.)metadata\.(goog|tencentyun\.com|packet\.net|platformequinix\.com)$/.test(name);

/** The server's VAPID key pair: raw keys as base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Push services refuse tokens that are valid for more than a day. */
const proofLifeMs = 12 * 3_600_000;

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Left-pad, because numbers with leading zero bytes are exported shorter.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  return { publicKey, privateKey };
}

/** The `Authorization` header of a message (RFC 8292): sender, push service, and contact. */
export function identify(
  keys: VapidKeys,
  { audience, subject, now }: { audience: string; subject: string; now: Instant },
): string {
  const claims = { aud: audience, exp: Math.floor((now + proofLifeMs) / 1000), sub: subject };
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKeyOf(keys), dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function privateKeyOf({ publicKey, privateKey }: VapidKeys) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
}

/** RFC 8188: one record contains the message, a 16-byte tag, and one end marker. */
const recordBytes = 4096;
const overheadBytes = 17;
/** All messages are padded to the same length, so that the length reveals nothing. */
const paddedBytes = 1024;

const longestText = recordBytes - overheadBytes;

/**
 * Encrypts a message for the browser that has the private key of `p256dh` (RFC 8291). Returns header and record, ready to be sent
 * as `aes128gcm`. `made` contains the random values, so that tests can use those of the RFC.
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: { p256dh: string; auth: string },
  made: { salt: Buffer; privateKey?: Buffer; length: number } = { salt: randomBytes(16), length: paddedBytes },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  if (made.privateKey) pair.setPrivateKey(made.privateKey);
  else pair.generateKeys();
  const sender = pair.getPublicKey();
  const shared = pair.computeSecret(receiver);

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(shared, { salt: Buffer.from(auth, 'base64url'), info, bytes: 32 });
  const key = derive(secret, { salt: made.salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const nonce = derive(secret, { salt: made.salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 });

  const padding = Buffer.alloc(1 + Math.max(0, made.length - plain.length));
  padding[0] = 2;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final(), cipher.getAuthTag()]);

  const head = Buffer.alloc(21);
  made.salt.copy(head);
  head.writeUInt32BE(recordBytes, 16);
  head.writeUInt8(sender.length, 20);
  return Buffer.concat([head, sender, record]);
}

const derive = (secret: Buffer, { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Whether these are valid subscription keys: a point on the curve and a 16-byte secret. */
export function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
