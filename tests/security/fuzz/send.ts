// Sends one made-up request as it is, even a broken one, and measures how long its reply took.
import { Agent, type ClientRequest, request } from 'node:http';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';
import type { MadeUp } from './requests.ts';

export type Answer =
  | { kind: 'answered'; status: number; text: string; contentType: string; cookies: readonly string[]; tookMs: number }
  /** The server closed the connection, as it may with what is no HTTP. */
  | { kind: 'cut'; why: string }
  /** The sender went away, or the reply has no end. */
  | { kind: 'left' }
  | { kind: 'hung' };

/** No reply is this slow, except those that wait on purpose. */
const timeoutMs = 60_000;
const leavesAfterMs = 150;
/** After this, a connection that nothing uses is closed. */
const idleMs = 1_000;

export type Send = (
  made: Omit<MadeUp, 'name' | 'caller' | 'showsSession'>,
  from: string,
  waits?: boolean,
) => Promise<Answer>;

export function openSender(port: number): { send: Send; close(): void } {
  // Requests come from ever new addresses, and each leaves a connection of its own. The server takes 10,000.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: idleMs });
  const send: Send = (made, from, waits = false) =>
    new Promise((resolve) => {
      const { body, breaksOff } = made;
      const startedAt = performance.now();
      const length = body === undefined ? null : Buffer.byteLength(body) + (breaksOff ? 1_000 : 0);
      const isChunked = made.headers['transfer-encoding'] !== undefined;
      let timeout: NodeJS.Timeout | undefined;
      const end = (answer: Answer) => {
        clearTimeout(timeout);
        resolve(answer);
      };
      const call = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          localAddress: from,
          method: made.method,
          path: made.path,
          headers: {
            host: 'hangtag.example',
            ...(length !== null && !isChunked && { 'content-length': length }),
            ...made.headers,
          },
        },
        (reply) => {
          let text = '';
          const contentType = reply.headers['content-type'] ?? '';
          reply.setEncoding('utf8').on('data', (chunk: string) => {
            // An export may be large, and only its beginning is read.
            if (text.length < 100_000) text += chunk;
            if (contentType.startsWith('text/event-stream')) call.destroy();
          });
          reply.on('close', () =>
            end({
              kind: 'answered',
              status: reply.statusCode ?? 0,
              text,
              contentType,
              cookies: reply.headers['set-cookie'] ?? [],
              tookMs: performance.now() - startedAt,
            }),
          );
        },
      );
      const leave = (answer: Answer) => {
        end(answer);
        call.destroy();
      };
      timeout =
        waits || breaksOff
          ? setTimeout(() => leave({ kind: 'left' }), leavesAfterMs)
          : setTimeout(() => leave({ kind: 'hung' }), timeoutMs);
      call.on('error', (error) => end({ kind: 'cut', why: error.message }));
      if (breaksOff) call.write(body ?? '');
      else if (made.trickles) trickle(call, String(body), made.atOnce ?? 0);
      else call.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** `atOnce`: how many bytes come at once, before the rest trickles. */
function trickle(call: ClientRequest, body: string, atOnce: number): void {
  let at = atOnce;
  call.write(body.slice(0, atOnce));
  const sending = setInterval(() => {
    call.write(body.slice(at, at + 1_000));
    at += 1_000;
    if (at < body.length) return;
    clearInterval(sending);
    call.end();
  }, 500);
  call.once('close', () => clearInterval(sending));
}

/** The `cookie` header that the cookies of a reply make. */
export const cookieOf = (answer: Answer): string => (answer.kind === 'answered' ? cookiesOf(answer.cookies) : '');
