// Sends a stream of events: on the connection itself, or as the body of a reply.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** Where the text of a stream goes. `writableLength`: how much of it the browser has not taken yet, in bytes. */
export type Output = {
  write(text: string): unknown;
  /** Ends the stream after what was written. */
  end(): unknown;
  /** Ends the connection at once. */
  destroy(): unknown;
  readonly writableLength: number;
};
/** Begins a stream, whose head was sent. Returns a function that ends it for a browser that has gone. */
export type BeginStream = (output: Output) => () => void;

/**
 * Sends the reply's head and then the stream on the connection itself. A web stream in between would need 7 KB more for each
 * listener, and more garbage for each event.
 */
export function streamOn(outgoing: ServerResponse, reply: Response, begin: BeginStream): Response {
  outgoing.writeHead(reply.status, [...reply.headers].flat());
  // Without a listener, a write to a connection that closes at this moment would end the process.
  outgoing.on('error', () => {});
  // A browser that has gone in the meantime closes nothing later.
  if (!outgoing.destroyed) outgoing.once('close', begin(outgoing));
  return RESPONSE_ALREADY_SENT;
}

/** The same as a reply with a body, for a request that came without a connection. */
export function streamInBody(reply: Response, begin: BeginStream): Response {
  const encoder = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        leave = begin({
          write: (text) => stream.enqueue(encoder.encode(text)),
          end: () => stream.close(),
          destroy: () => stream.error(new Error('The listener left too much unread.')),
          get writableLength() {
            return -(stream.desiredSize ?? 0);
          },
        });
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, { status: reply.status, headers: reply.headers });
}
