// Calls to the paired Hangtag server, with the token and without cookies, and the marketplace session that may go there.

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
import type { BrowserApi, Cookie } from '../platform/browser.ts';
import type { LogEvent } from '../platform/log.ts';
import type { CompanionState, Pairing } from '../platform/memory.ts';

export type NextReply = z.output<typeof CompanionNextReply>;
type Failed =
  | { kind: 'unreachable' }
  | { kind: 'revoked' }
  | { kind: 'other_version'; older: 'server' | 'companion' }
  | { kind: 'refused'; message: string };
export type Reply<T> = { kind: 'ok'; value: T } | Failed;

const callMs = 10_000;

const Refusal = z.object({ error: z.string().catch(''), message: z.string().catch('') });
/** Read first, because with another protocol the rest may have another shape. */
const AnyVersion = z.object({ protocol: z.int() });

/** The server refuses a body above 6 MB. Two million letters can be more than that. */
const largestBytes = 5_500_000;
const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

type Extension = { fetch: typeof fetch };
type Asked<T> = { path: string; body: object; answers: z.ZodType<T>; method?: 'POST' | 'PUT'; withinMs?: number };

async function call<T>(
  { fetch }: Extension,
  to: { server: string; token?: string },
  { path, body, answers, method = 'POST', withinMs = callMs }: Asked<T>,
): Promise<Reply<T>> {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (to.token !== undefined) headers.set('authorization', `Bearer ${to.token}`);
  try {
    const reply = await fetch(`${to.server}/api${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    return read(reply.status, await reply.json().catch(() => undefined), answers);
  } catch {
    return { kind: 'unreachable' };
  }
}

function read<T>(status: number, json: unknown, answers: z.ZodType<T>): Reply<T> {
  if (status === 502 || status === 503 || status === 504) return { kind: 'unreachable' };
  const { protocol } = AnyVersion.safeParse(json).data ?? {};
  if (protocol !== undefined && protocol !== companionProtocol)
    return { kind: 'other_version', older: protocol < companionProtocol ? 'server' : 'companion' };
  if (status === 401) return { kind: 'revoked' };
  if (status >= 200 && status < 300) {
    const parsed = answers.safeParse(json);
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'refused', message: '' };
  }
  const { error, message } = Refusal.safeParse(json).data ?? { error: '', message: '' };
  // A server that refuses our protocol number doesn't send its own. It is usually the newer side.
  if (error === 'other_version') return { kind: 'other_version', older: 'companion' };
  return { kind: 'refused', message };
}

const ours = <T extends object>(given: T) => ({ protocol: companionProtocol, ...given });
const anything = z.unknown();

export const pair = (extension: Extension, server: string, given: { code: string; name: string }) =>
  call(extension, { server }, { path: '/companion/pair', body: ours(given), answers: CompanionPaired });

export const next = (extension: Extension, pairing: Pairing, given: { version: string; state: CompanionState }) =>
  call(extension, pairing, {
    path: '/companion/next',
    body: ours(given),
    answers: CompanionNextReply,
    // As long as the server keeps it open, plus the time on the network.
    withinMs: longestPollMs + 3000,
  });

export function answer(extension: Extension, pairing: Pairing, given: { requestId: string; outcome: Answer }) {
  const isLarge = given.outcome.kind === 'answered' && bytesOf(given.outcome.body) > largestBytes;
  const body = ours({ outcome: isLarge ? ({ kind: 'too_large' } as const) : given.outcome });
  const path = `/companion/answer?${new URLSearchParams({ requestId: given.requestId })}`;
  return call(extension, pairing, { path, body, answers: anything, withinMs: 20_000 });
}

export const unpair = (extension: Extension, pairing: Pairing) =>
  call(extension, pairing, { path: '/companion/unpair', body: ours({}), answers: anything });

export function sendRecording(extension: Extension, pairing: Pairing, recording: Recording) {
  const body = ours({ recording });
  return call(extension, pairing, { path: '/companion/recording', body, answers: ComparedRecording, withinMs: 60_000 });
}

export const importSession = (
  extension: Extension,
  pairing: Pairing,
  body: { session: string; renewsSession: boolean },
) => call(extension, pairing, { path: '/poshmark/import-session', body, answers: anything, withinMs: 40_000 });

export const chooseRenewal = (extension: Extension, pairing: Pairing, renewsSession: boolean) =>
  call(extension, pairing, { path: '/poshmark/renewal', method: 'PUT', body: { renewsSession }, answers: anything });

/** The cookies of a marketplace session. All others stay in the browser. */
const neededCookies = ['jwt', 'ui', '_csrf', '__ssid', 'esid', 'ses_exp', 'max_auth_exp'] as const;
export const cookiePermission = { permissions: ['cookies'] };

type SessionCookies = { cookies: Cookie[]; hasSession: boolean };

/** null without the permission. */
export async function readCookies(browser: BrowserApi, origin: string): Promise<SessionCookies | null> {
  if (browser.cookies === undefined || !(await browser.permissions.contains(cookiePermission))) return null;
  const all = await browser.cookies.getAll({ url: origin });
  const cookies = neededCookies.flatMap((name) => all.find((cookie) => cookie.name === name) ?? []);
  return { cookies, hasSession: cookies.some(({ name }) => name === 'jwt') };
}

/** What the log says of a session that left this browser, by how the server's answer ended. */
export function sessionEvent(
  end: 'ok' | 'unreachable' | 'refused' | 'revoked' | 'other_version',
  by: Sender,
): LogEvent {
  if (end === 'ok') return by === 'seller' ? 'session_sent' : 'session_renewed';
  return end === 'unreachable' ? 'session_unanswered' : 'session_refused';
}
type Sender = 'seller' | 'companion';

/** The list that the server's import reads. */
export const exportedSession = (cookies: readonly Cookie[]): string =>
  JSON.stringify(
    cookies.map(({ name, value, domain, path, expirationDate }) => ({
      name,
      value,
      domain,
      path,
      ...(expirationDate === undefined ? {} : { expires: expirationDate }),
    })),
  );
