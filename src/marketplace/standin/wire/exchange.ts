// One request and its reply, with the fault that changes it.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call, FaultEffect } from '../faults.ts';
import type { Account, Session, Visitor, World } from '../state/model.ts';

/** One call from arrival to reply. */
export type Exchange = Call & {
  world: World;
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  /** Without the query. */
  path: string;
  /** The query without `?`, or an empty string. */
  query: string;
  /** Translates the body and the reply, if the world talks like a profile. */
  translation: { body(text: string): string; reply(text: string): string } | null;
  /** The party that a share names. */
  partyId?: string;
  session: Session | null;
  visitor: Visitor | null;
  account: Account | null;
  /** The fault that must still be applied to the reply: silence, a delay, or a broken reply. */
  fault: FaultEffect | null;
  /** True after the call has changed the state. */
  applied: boolean;
};

export function exchangeOf(world: World, req: IncomingMessage, res: ServerResponse): Exchange {
  const url = req.url ?? '/';
  const mark = url.indexOf('?');
  return {
    world,
    req,
    res,
    method: req.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    translation: null,
    session: null,
    visitor: null,
    account: null,
    op: 'unknown',
    listingId: null,
    fault: null,
    applied: false,
  };
}

export const jsonType = 'application/json; charset=utf-8';
const htmlType = 'text/html; charset=utf-8';

export type Answer = {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string | string[]>;
  /** For the journal: a code of the error catalog. Without it, `ok`. */
  outcome?: string;
};
export type Handler = (exchange: Exchange, body: string) => Answer;

/** Thrown to end a call with an error. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(answer.outcome);
    this.answer = answer;
  }
}

export const json = (status: number, body: unknown): Answer => ({ status, type: jsonType, body: JSON.stringify(body) });
export const html = (status: number, body: string): Answer => ({ status, type: htmlType, body });
export const redirect = (status: number, location: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: location },
});

export const traceId = (): string => randomUUID();
/** The plain success of a write: `{ "trace_id": "…" }`. */
export const done = (): Answer => ({ status: 200, type: jsonType, body: `{"trace_id":"${traceId()}"}` });

/** Applies the effect, unless the fault prevents it. Faults ending in `-before` never get this far. */
export function apply(exchange: Exchange, effect: () => void): void {
  if (exchange.fault?.case === 'noop') return;
  effect();
  exchange.applied = true;
}

/** Writes the journal, then the reply: delayed, cut off, or not at all if the fault says so. */
export function send(exchange: Exchange, { outcome = 'ok', ...answer }: Answer): void {
  const { world, fault } = exchange;
  world.journal.add({
    at: world.clock.now(),
    account: exchange.account?.handle ?? null,
    method: exchange.method,
    path: exchange.path,
    op: exchange.op,
    listingId: exchange.listingId,
    ...(exchange.partyId === undefined ? {} : { partyId: exchange.partyId }),
    case: fault !== null && fault.case !== 'ok' ? fault.case : outcome,
    applied: exchange.applied,
  });
  const delayMs = world.settings.latencyMs + (fault?.delayMs ?? 0);
  const play = () => {
    if (fault?.case === 'timeout' || fault?.case === 'timeout-before') return;
    if (fault?.case === 'reset' || fault?.case === 'reset-before') {
      exchange.req.socket.destroy();
      return;
    }
    const { type, body } = answer;
    write(exchange.res, { ...answer, body: type === jsonType ? (exchange.translation?.reply(body) ?? body) : body });
  };
  if (delayMs === 0) play();
  else setTimeout(play, delayMs).unref();
}

export function write(res: ServerResponse, { status, type, body, headers }: Answer): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'X-Standin': '1',
    ...(type === jsonType ? { 'Cache-Control': 'no-store' } : {}),
    ...headers,
  });
  res.end(body);
}

/** The server's origin as the caller sees it, for links to pictures. */
export function originOf(req: IncomingMessage): string {
  const host = req.headers.host;
  return host !== undefined && /^[\w.:[\]-]{1,255}$/.test(host) ? `http://${host}` : '';
}

export const headerOf = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
