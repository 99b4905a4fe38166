// One-time codes of authenticator apps: RFC 6238 with SHA-1, 30 seconds, and 6 digits, as all apps understand them.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#domain/ports/clock.ts';

const stepMs = 30_000;
/** A code also works a step early or late, because the clocks of phones differ. */
const tolerance = 1;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits, as RFC 4226 advises. */
export const newSecret = (): Buffer => randomBytes(20);

/** The key as text (base32), in which apps take it. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += letters[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + letters[(value << (5 - bits)) & 31] : text;
}

export function keyUri(secret: Uint8Array, account: string): string {
  const label = `Hangtag:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Hangtag&algorithm=SHA1&digits=6&period=30`;
}

export const stepAt = (now: Instant): number => Math.floor(now / stepMs);

/** The code of one time step (RFC 4226, section 5.3). */
export function codeOfStep(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The time step that a code belongs to; null if it is not valid now. */
export function stepOfCode(secret: Uint8Array, code: string, now: Instant): number | null {
  const given = Buffer.from(code);
  const present = stepAt(now);
  for (let step = present - tolerance; step <= present + tolerance; step++) {
    const right = Buffer.from(codeOfStep(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) return step;
  }
  return null;
}
