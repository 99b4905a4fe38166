// Clients of Hangtag for tests. Each keeps its cookies as a browser does.
import { type Agent, request } from 'node:http';
import { createClient, type Send } from '#contract/client.ts';
import type { Client } from '#contract/route.ts';
import { type Routes, routes } from '#contract/routes.ts';
import { CookieJar } from './standin/cookie-jar.ts';

export { CookieJar };

/** How long a call may take. A call without an answer then fails by name, and not the whole test without a word. */
const usualPatienceMs = 30_000;

type HttpClient = { api: Client<Routes>; jar: CookieJar; send: Send };

/**
 * The contract's client over HTTP. `localAddress` is the loopback address that its requests come from, because the server's rate
 * limits count by address.
 */
export function createHttpClient(
  origin: string,
  {
    patienceMs = usualPatienceMs,
    ...options
  }: { localAddress?: string; agent?: Agent | false; patienceMs?: number } = {},
): HttpClient {
  const jar = new CookieJar();
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const call = request(origin + path, {
        method,
        headers: { ...headers, cookie: jar.header(), ...length },
        ...options,
      });
      const late = setTimeout(
        () => call.destroy(new Error(`${method} ${path} had no answer in ${patienceMs / 1_000} s`)),
        patienceMs,
      );
      call.on('close', () => clearTimeout(late));
      call.on('error', reject);
      call.on('response', (reply) => {
        jar.keep(reply.headers['set-cookie'] ?? []);
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            text,
            contentType: reply.headers['content-type'] ?? null,
            retryAfter: reply.headers['retry-after'] ?? null,
          }),
        );
      });
      call.end(body);
    });
  return { api: createClient(routes, send), jar, send };
}

type FetchServer = { fetch(request: Request, peer: string): Promise<Response> | Response };

/** The contract's client of a server in this process: a `send` for any route table, from the address `peer`. */
export function sendInProcess(
  server: FetchServer,
  { jar, peer, headers: own = {} }: { jar: CookieJar; peer: string; headers?: Record<string, string> },
): Send {
  return async ({ method, path, headers, body }) => {
    const asked = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { ...headers, cookie: jar.header(), ...own },
      ...(body !== undefined && { body }),
    });
    const reply = await server.fetch(asked, peer);
    jar.keep(reply.headers.getSetCookie());
    return {
      status: reply.status,
      text: await reply.text(),
      contentType: reply.headers.get('content-type'),
      retryAfter: reply.headers.get('retry-after'),
    };
  };
}
