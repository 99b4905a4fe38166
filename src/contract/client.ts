// Makes a client with one function for each call of the route table.
import { ApiFailure, readFailure, readReply } from './failure.ts';
import type { Client, Route, RouteTable } from './route.ts';

type Request = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  signal?: unknown;
};
type Answer = { status: number; text: string; contentType: string | null; retryAfter: string | null };
/** `fetch` in the browser, the app itself in tests. Rejects only if no reply came. */
export type Send = (request: Request) => Promise<Answer>;

type Call = { body?: unknown; query?: Record<string, unknown>; idempotencyKey?: string } & Record<string, unknown>;

const fillPath = (path: string, call: Call): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call[name])));

const queryText = (query: Record<string, unknown> | undefined): string => {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`).join('&')}`;
};

const callRoute = async (route: Route, send: Send, call: Call, signal: unknown): Promise<unknown> => {
  const headers: Record<string, string> = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
  const answer = await send({
    method: route.method,
    path: fillPath(route.path, call) + queryText(call.query),
    headers,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.status < 200 || answer.status >= 300) throw readFailure(answer);
  const parsed = route.reply.safeParse(readReply(answer));
  if (!parsed.success)
    throw new ApiFailure('This page doesn’t understand the server’s answer. Reload the page.', {
      status: answer.status,
      code: 'unexpected_reply',
    });
  return parsed.data;
};

/** If a call does not succeed, its function throws an `ApiFailure` and nothing else. */
export const createClient = <T extends RouteTable>(table: T, send: Send): Client<T> => {
  const groups = Object.entries(table).map(([group, rows]) => {
    const calls = Object.entries(rows).map(([name, route]) => [
      name,
      (call: Call = {}, options: { signal?: unknown } = {}) => callRoute(route, send, call, options.signal),
    ]);
    return [group, Object.fromEntries(calls)];
  });
  return Object.fromEntries(groups) as Client<T>;
};
