// The open streams: where the text of each goes, who listens, and how each is written to and ended.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** A short text per event, joined by `|` in the order of `eventNames`. An event's text changes whenever it is due. */
export type Fingerprint = string;

export type Listener = { userId: string; known: Fingerprint | null; token: string; output: Output };

export type Listeners = {
  readonly all: Set<Listener>;
  /** The same by user, in the order in which they came. */
  readonly byUser: Map<string, Set<Listener>>;
};

const mostListenersOfUser = 8;
/** Each needs 23 KB. */
export const mostListeners = 10_000;
/** A browser that leaves more bytes than this unread is disconnected. An event has 150. */
const mostUnread = 10_000;

export const noListeners = (): Listeners => ({ all: new Set(), byUser: new Map() });

/** A seller's ninth and a process's 10,001st end the oldest one. */
export function addListener(listeners: Listeners, listener: Listener): void {
  makeRoom(listeners, listener.userId);
  const own = listeners.byUser.get(listener.userId) ?? new Set();
  listeners.byUser.set(listener.userId, own.add(listener));
  listeners.all.add(listener);
  writeTo(listeners, listener, 'retry: 3000\n: connected\n\n');
}

function makeRoom(listeners: Listeners, userId: string): void {
  const own = [...(listeners.byUser.get(userId) ?? [])];
  for (const oldest of own.slice(0, Math.max(0, own.length - mostListenersOfUser + 1))) endListener(listeners, oldest);
  const [oldest] = listeners.all;
  if (listeners.all.size >= mostListeners && oldest) endListener(listeners, oldest);
}

/** Returns false if it was removed before. */
export function removeListener({ all, byUser }: Listeners, listener: Listener): boolean {
  const own = byUser.get(listener.userId);
  own?.delete(listener);
  if (own?.size === 0) byUser.delete(listener.userId);
  return all.delete(listener);
}

export function endListener(listeners: Listeners, listener: Listener): void {
  if (removeListener(listeners, listener)) listener.output.end();
}

export function writeTo(listeners: Listeners, listener: Listener, text: string): void {
  if (!listeners.all.has(listener)) return;
  if (listener.output.writableLength <= mostUnread) return void listener.output.write(text);
  removeListener(listeners, listener);
  // An end would wait for the browser to read, and keep the connection as long as it doesn't.
  listener.output.destroy();
}

/** What all listeners of a user know; null if they don't know the same. */
export function knownOf({ byUser }: Listeners, userId: string): Fingerprint | null {
  const [first, ...others] = byUser.get(userId) ?? [];
  return first !== undefined && others.every(({ known }) => known === first.known) ? first.known : null;
}

/** Where the text of a stream goes. `writableLength`: how much of it the browser has not taken yet, in bytes. */
type Output = {
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
