// Calls to the paired Hangtag server, over https or the local network, with the token and without cookies.

import { z } from 'zod';
import {
  CompanionNextReply,
  CompanionPaired,
  ComparedRecording,
  companionProtocol,
  longestPollMs,
} from '#contract/companion/extension.ts';
import type { Recording } from '#marketplace/recording/recording.ts';
import type { Answer } from '../carry/carry.ts';
import type { CompanionState, Pairing } from '../platform/memory.ts';

export type NextReply = z.output<typeof CompanionNextReply>;
type Failed =
  | { kind: 'unreachable' }
  | { kind: 'revoked' }
  | { kind: 'other_version'; older: 'server' | 'companion' }
  | { kind: 'refused'; message: string };
export type Reply<T> = { kind: 'ok'; value: T } | Failed;

/** A poll may take as long as the server keeps it open, plus the time on the network. */
const pollMs = longestPollMs + 3000;
const callMs = 10_000;

const Refusal = z.object({ error: z.string().catch(''), message: z.string().catch('') });
/** Read first, because with another protocol the rest may have another shape. */
const AnyVersion = z.object({ protocol: z.int() });

/** The server refuses a body above 6 MB. Two million letters can be more than that. */
const largestBytes = 5_500_000;
const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

type Place = { fetch: typeof fetch };
type Called = { status: number; json: unknown } | null;
type Asked = { path: string; body: unknown; method?: 'POST' | 'PUT'; withinMs?: number };

/** null if no reply came. */
async function call(
  { fetch }: Place,
  to: { server: string; token?: string },
  { path, body, method = 'POST', withinMs = callMs }: Asked,
): Promise<Called> {
  try {
    const reply = await fetch(`${to.server}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(to.token === undefined ? {} : { authorization: `Bearer ${to.token}` }),
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    return { status: reply.status, json: await reply.json().catch(() => undefined) };
  } catch {
    return null;
  }
}

function read<T>(called: Called, schema: z.ZodType<T>): Reply<T> {
  if (called === null || called.status === 502 || called.status === 503 || called.status === 504)
    return { kind: 'unreachable' };
  const { protocol } = AnyVersion.safeParse(called.json).data ?? {};
  if (protocol !== undefined && protocol !== companionProtocol)
    return { kind: 'other_version', older: protocol < companionProtocol ? 'server' : 'companion' };
  if (called.status === 401) return { kind: 'revoked' };
  if (called.status >= 200 && called.status < 300) {
    const parsed = schema.safeParse(called.json);
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'refused', message: '' };
  }
  const { error, message } = Refusal.safeParse(called.json).data ?? { error: '', message: '' };
  // A server that refuses our protocol number doesn't send its own. It is usually the newer side.
  if (error === 'other_version') return { kind: 'other_version', older: 'companion' };
  return { kind: 'refused', message };
}

export async function pair(
  place: Place,
  server: string,
  given: { code: string; name: string },
): Promise<Reply<z.output<typeof CompanionPaired>>> {
  const body = { protocol: companionProtocol, ...given };
  return read(await call(place, { server }, { path: '/companion/pair', body }), CompanionPaired);
}

export async function next(
  place: Place,
  pairing: Pairing,
  given: { version: string; state: CompanionState },
): Promise<Reply<NextReply>> {
  const body = { protocol: companionProtocol, ...given };
  return read(await call(place, pairing, { path: '/companion/next', body, withinMs: pollMs }), CompanionNextReply);
}

export async function answer(
  place: Place,
  pairing: Pairing,
  given: { requestId: string; outcome: Answer },
): Promise<Reply<unknown>> {
  const isLarge = given.outcome.kind === 'answered' && bytesOf(given.outcome.body) > largestBytes;
  const outcome: Answer = isLarge ? { kind: 'too_large' } : given.outcome;
  const path = `/companion/answer?${new URLSearchParams({ requestId: given.requestId })}`;
  const body = { protocol: companionProtocol, outcome };
  return read(await call(place, pairing, { path, body, withinMs: 20_000 }), z.unknown());
}

export async function unpair(place: Place, pairing: Pairing): Promise<Reply<unknown>> {
  const body = { protocol: companionProtocol };
  return read(await call(place, pairing, { path: '/companion/unpair', body }), z.unknown());
}

export async function sendRecording(
  place: Place,
  pairing: Pairing,
  recording: Recording,
): Promise<Reply<z.output<typeof ComparedRecording>>> {
  const body = { protocol: companionProtocol, recording };
  return read(await call(place, pairing, { path: '/companion/recording', body, withinMs: 60_000 }), ComparedRecording);
}

export async function importSession(
  place: Place,
  pairing: Pairing,
  body: { session: string; renewsSession: boolean },
): Promise<Reply<unknown>> {
  return read(await call(place, pairing, { path: '/poshmark/import-session', body, withinMs: 40_000 }), z.unknown());
}

export async function chooseRenewal(place: Place, pairing: Pairing, renewsSession: boolean): Promise<Reply<unknown>> {
  const asked = { path: '/poshmark/renewal', method: 'PUT', body: { renewsSession } } as const;
  return read(await call(place, pairing, asked), z.unknown());
}
