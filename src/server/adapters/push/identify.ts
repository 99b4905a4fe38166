// Signs push requests with the server's VAPID keys (RFC 8292).

import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { Instant } from '#domain/ports/clock.ts';

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
