// Control plane of the practice marketplace: HTTP commands under /__standin/ for tests and demos.

import { timingSafeEqual } from 'node:crypto';
import { parseJson } from '#domain/json.ts';
import { isLoopback } from '#domain/text/loopback.ts';
import { decodePercent } from '#domain/text/percent.ts';
import { type Body, readBody } from '../wire/body.ts';
import { type Answer, type Exchange, headerOf, json, write } from '../wire/exchange.ts';
import type { Command, Reply } from './reply.ts';
import { closeSeller, listSellers, openSeller } from './sellers.ts';
import {
  changeListing,
  changeSettings,
  clearFaults,
  expireSessions,
  moveClock,
  raiseCheck,
  reset,
  setFault,
  showCode,
  showHealth,
  showJournal,
} from './verbs.ts';

export const controlPrefix = '/__standin/';

/** The key that callers must send. Without a key, only programs on this machine may call, and no web page. */
export type ControlGuard = { key: string | null };

/** Runs one command. Commands are not journaled, and faults do not apply to them. */
export async function answerControl(exchange: Exchange, guard: ControlGuard): Promise<void> {
  const objection = objectionTo(exchange, guard);
  if (objection !== null) {
    exchange.req.resume();
    write(exchange.res, json(403, { error: objection }));
    return;
  }
  const body: Body = await readBody(exchange.req);
  if (body.kind === 'broken') return;
  if (body.kind === 'too_large') {
    write(exchange.res, { ...json(413, { error: 'The body is too large.' }), headers: { Connection: 'close' } });
    return;
  }
  write(exchange.res, command(exchange, body.text));
}

const commands: Record<string, Command> = {
  'GET health': showHealth,
  'POST reset': reset,
  'POST clock': moveClock,
  'POST config': changeSettings,
  'POST faults': setFault,
  'DELETE faults': clearFaults,
  'POST sessions/expire': expireSessions,
  'POST human-check': raiseCheck,
  'GET otp': showCode,
  'GET journal': showJournal,
  'POST accounts': openSeller,
  'GET accounts': listSellers,
};

function command({ world, method, path, query }: Exchange, body: string): Answer {
  const name = path.slice(controlPrefix.length);
  const ask = new URLSearchParams(query);
  const input: unknown = body.trim() === '' ? {} : parseJson(body);
  if (input === undefined) return json(400, { error: 'The body is not JSON.' });
  const found = commands[`${method} ${name}`] ?? commandOn(method, name);
  if (found !== null) return replyOf(found(world, input, ask));
  const isKnown = Object.keys(commands).some((known) => known.slice(known.indexOf(' ') + 1) === name);
  return isKnown
    ? json(405, { error: `${method} is not for ${name}.` })
    : json(404, { error: 'There is no such command.' });
}

/** Commands whose path contains an id: `listings/{id}`, `accounts/{username}`. */
function commandOn(method: string, name: string): Command | null {
  const slash = name.indexOf('/');
  const kind = name.slice(0, slash);
  const target = decodePercent(name.slice(slash + 1)) ?? '';
  if (slash < 0 || target === '') return null;
  if (kind === 'listings' && method === 'POST') return (world, input) => changeListing(world, target, input);
  if (kind === 'accounts' && method === 'DELETE') return (world) => closeSeller(world, target);
  return null;
}

const replyOf = (reply: Reply): Answer =>
  reply.kind === 'ok' ? json(200, reply.body) : json(reply.status, { error: reply.sentence });

function objectionTo({ req }: Exchange, { key }: ControlGuard): string | null {
  if (key !== null) {
    const sent = Buffer.from(headerOf(req, 'x-standin-key') ?? '');
    const wanted = Buffer.from(key);
    const holds = sent.length === wanted.length && timingSafeEqual(sent, wanted);
    return holds ? null : 'The control key is missing or wrong.';
  }
  // A web page can reach loopback too, so a missing key is not enough.
  const site = headerOf(req, 'sec-fetch-site');
  if (headerOf(req, 'origin') !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin')) {
    return 'Web pages may not command the practice marketplace.';
  }
  return isLoopback((req.headers.host ?? '').replace(/:\d+$/, ''))
    ? null
    : 'Without a control key only this machine may command the practice marketplace.';
}
