// Clients of Hangtag for tests. Each keeps its cookies as a browser does.
import { type Agent, request } from 'node:http';
import { createClient, type Send } from '#contract/client.ts';
import type { Client } from '#contract/route.ts';
import { type Routes, routes } from '#contract/routes.ts';

/** Cookies by name, without paths and expiry, except that a cookie with `Max-Age=0` is deleted. */
export class CookieJar extends Map<string, string> {
  /** The value of a `cookie` header. */
  header(): string {
    return [...this].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Stores the `set-cookie` headers of a reply. */
  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/;\s*max-age=0\b/i.test(line)) this.delete(pair.slice(0, at));
      else this.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

type HttpClient = { api: Client<Routes>; jar: CookieJar; send: Send };

/**
 * The contract's client over HTTP. `localAddress` is the loopback address that its requests come from, because the server's rate
 * limits count by address.
 */
export function createHttpClient(
  origin: string,
  options: { localAddress?: string; agent?: Agent | false } = {},
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
