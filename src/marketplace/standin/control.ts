// The control plane under `/__standin/`: commands that change the practice marketplace behind a client’s back, for tests and demos.

import { timingSafeEqual } from 'node:crypto';
import { parseJson } from '#domain/json.ts';
import { isLoopback } from '#domain/text/loopback.ts';
import { decodePercent } from '#domain/text/percent.ts';
import { CommandRefusal, commands } from './commands.ts';
import { type Answer, type Exchange, headerOf, json, write } from './wire/exchange.ts';
import { readBody } from './wire/input.ts';

export const controlPrefix = '/__standin/';

/**
 * Runs one command. Commands are not journaled, and faults do not apply to them. Without a key, only programs on this machine may
 * call, and no web page.
 */
export async function answerControl(exchange: Exchange, key: string | null): Promise<void> {
  const { req, res } = exchange;
  const objection = objectionTo(exchange, key);
  if (objection !== null) {
    req.resume();
    write(res, json(403, { error: objection }));
    return;
  }
  const body = await readBody(req);
  if (body === 'broken') return;
  if (body !== 'too_large') return write(res, runCommand(exchange, body.text));
  write(res, { ...json(413, { error: 'The body is too large.' }), headers: { Connection: 'close' } });
}

function objectionTo({ req }: Exchange, key: string | null): string | null {
  if (key !== null) {
    const sent = Buffer.from(headerOf(req, 'x-standin-key') ?? '');
    const wanted = Buffer.from(key);
    const holds = sent.length === wanted.length && timingSafeEqual(sent, wanted);
    return holds ? null : 'The control key is missing or wrong.';
  }
  // A web page can reach loopback too, so a missing key is not enough.
  const site = headerOf(req, 'sec-fetch-site');
  if (headerOf(req, 'origin') !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin'))
    return 'Web pages may not command the practice marketplace.';
  return isLoopback((req.headers.host ?? '').replace(/:\d+$/, ''))
    ? null
    : 'Without a control key only this machine may command the practice marketplace.';
}

function runCommand({ world, method, path, query }: Exchange, body: string): Answer {
  const name = path.slice(controlPrefix.length);
  const [, kind = '', target = ''] = /^(\w+\/)(.+)$/.exec(name) ?? [];
  const known = commands[`${method} ${name}`];
  const command = known ?? (target === '' ? undefined : commands[`${method} ${kind}`]);
  const input: unknown = body.trim() === '' ? {} : parseJson(body);
  if (input === undefined) return json(400, { error: 'The body is not JSON.' });
  if (command === undefined)
    return Object.keys(commands).some((one) => one.endsWith(` ${name}`))
      ? json(405, { error: `${method} is not for ${name}.` })
      : json(404, { error: 'There is no such command.' });
  try {
    return json(200, command(world, input, known ? query : (decodePercent(target) ?? '')) ?? { ok: true });
  } catch (error) {
    if (error instanceof CommandRefusal) return json(error.status, { error: error.message });
    return json(500, { error: 'The command failed.' });
  }
}
