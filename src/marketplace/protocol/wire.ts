// HTTP transport to the marketplace: one connection pool per origin, no redirects, no repeats.

import { brotliDecompress, unzip } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import type { Exchange, Headers } from './classify.ts';

export type Outgoing = {
  method: 'GET' | 'POST' | 'PUT';
  /** Path with query, from the root. */
  path: string;
  /** Alternating header names and values. */
  headers: string[];
  body?: string;
  /** Deadline of the whole call, including the wait for a free connection. */
  deadlineMs: number;
  /** Called right before the first byte would be sent. If it returns false, the request is not sent. */
  mayLeave?: (() => boolean) | undefined;
};

/** Calls to one origin. Never rejects, never follows a redirect, never sends a request twice. */
export type Wire = { send(request: Outgoing): Promise<Exchange>; close(): Promise<void> };

type WireOptions = { origin: string; connections: number; connectMs: number; closeMs: number };

const largestBody = 8 * 1024 * 1024;
/** The body of every share, as bytes, so that it isn't encoded again for each. */
const emptyObject = Buffer.from('{}');

/**
 * Opens the pool of one origin. Works on `dispatch`, the layer under `Pool.request`: it reports when the first byte
 * leaves, which separates "never sent" from "may have happened", and it saves a stream and a timer per call.
 */
export function openWire({ origin, connections, connectMs, closeMs }: WireOptions): Wire {
  const pool = new Pool(origin, {
    connections,
    // No pipelining and no HTTP/2: a second request on a busy connection would fail together with the first.
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectMs },
    // Each call has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let closing: Promise<void> | undefined;
  return {
    send: (request) => new Promise((resolve) => dispatch(pool, request, resolve)),
    close() {
      closing ??= closePool(pool, closeMs);
      return closing;
    },
  };
}

/** Calls in flight get `timeoutMs` to finish before they are aborted. */
async function closePool(pool: Pool, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([pool.close(), timeout]);
  clearTimeout(timer);
  await pool.destroy();
}

function dispatch(pool: Pool, request: Outgoing, settle: (exchange: Exchange) => void): void {
  const receiver = new Receiver(request, settle);
  try {
    pool.dispatch(
      { method: request.method, path: request.path, headers: request.headers, body: bodyOf(request) },
      receiver,
    );
  } catch {
    receiver.fail();
  }
}

const bodyOf = ({ body }: Outgoing): string | Buffer | null => (body === '{}' ? emptyObject : (body ?? null));

/** Collects one reply. A class, because undici calls its methods by name, up to 5,000 times a second. */
class Receiver implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Headers = {};
  #first: Buffer | null = null;
  #rest: Buffer[] | null = null;
  #size = 0;
  #isSettled = false;
  readonly #settle: (exchange: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #mayLeave: (() => boolean) | undefined;

  constructor({ deadlineMs, mayLeave }: Outgoing, settle: (exchange: Exchange) => void) {
    this.#settle = settle;
    this.#mayLeave = mayLeave;
    this.#timer = setTimeout(() => this.#expire(), Math.max(deadlineMs, 0));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const isSecondTime = this.#controller !== null;
    if (!isSecondTime && this.#mayLeave?.() === false)
      this.#end({ kind: 'no_answer', sent: false, reason: 'unreachable' });
    this.#controller = controller;
    // Abort if it is too late, or if undici is about to send it again on a new connection: a call is sent at most once.
    if (this.#isSettled || isSecondTime) controller.abort(new Error('not sent'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > largestBody) {
      this.#end({ kind: 'too_large' });
      controller.abort(new Error('answer too large'));
    } else if (this.#first === null) this.#first = chunk;
    else if (this.#rest === null) this.#rest = [this.#first, chunk];
    else this.#rest.push(chunk);
  }

  onResponseEnd(): void {
    const whole = this.#rest === null ? this.#first : Buffer.concat(this.#rest, this.#size);
    const coding = this.#headers['content-encoding'];
    if (whole === null || typeof coding !== 'string') this.#answer(whole);
    else
      void decodeBody(whole, coding, largestBody).then((decoded) =>
        decoded === null ? this.#end({ kind: 'too_large' }) : this.#answer(decoded),
      );
  }

  #answer(whole: Buffer | null): void {
    const body = whole === null ? '' : whole.toString('utf8');
    this.#end({ kind: 'answer', status: this.#status, headers: this.#headers, body });
  }

  onResponseError(): void {
    this.fail();
  }

  /** The call ended without a complete reply. */
  fail(): void {
    const sent = this.#controller !== null;
    this.#end({ kind: 'no_answer', sent, reason: sent ? 'cut' : 'unreachable' });
  }

  #expire(): void {
    this.#end({ kind: 'no_answer', sent: this.#controller !== null, reason: 'timeout' });
    this.#controller?.abort(new Error('deadline passed'));
  }

  #end(exchange: Exchange): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#settle(exchange);
  }
}

/** We don't ask for compression, but HTTP allows it without a request for it. */
type Decoder = (
  body: Buffer,
  options: { maxOutputLength: number },
  done: (error: NodeJS.ErrnoException | null, decoded: Buffer) => void,
) => void;
const decoders = new Map<string, Decoder>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', brotliDecompress],
]);

/**
 * The decoded body; null if it would be larger than `mostBytes`. A body in another coding, or that isn't what its header says, stays
 * as it is: it makes no sense as an answer, which the classifier notices.
 */
function decodeBody(body: Buffer, coding: string, mostBytes: number): Promise<Buffer | null> {
  const decode = decoders.get(coding.trim().toLowerCase());
  if (decode === undefined) return Promise.resolve(body);
  return new Promise((resolve) => {
    decode(body, { maxOutputLength: mostBytes }, (error, decoded) =>
      resolve(error === null ? decoded : error.code === 'ERR_BUFFER_TOO_LARGE' ? null : body),
    );
  });
}
