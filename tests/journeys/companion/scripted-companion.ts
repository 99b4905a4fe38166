// A companion without a browser: it pairs, asks for work, and makes the calls itself.
import { companionProtocol } from '#contract/companion/extension.ts';
import type { CompanionState } from '#domain/companion.ts';

type Relayed = {
  id: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  deadlineMs: number;
};
type Reply = { status: number; json: Record<string, unknown> };
type NextJson = { request: Relayed | null; token?: string; state: Record<string, unknown> };
/** `fetch`, or the app itself. */
type Send = (request: Request) => Promise<Response>;
/**
 * What the companion does with a request: carry it, be gone before it has reached the marketplace, say that the answer was cut, say
 * that it never began, or that it isn't on the companion's list.
 */
export type Fate = 'carry' | 'lose' | 'cut' | keyof typeof refusals;
const refusals = { refuse: 'no_tab', forbid: 'not_allowed', ask: 'asks_seller' };

/** A paired browser in TypeScript: it polls a process of Hangtag and makes the calls itself, with the browser's own cookies. */
export class ScriptedCompanion {
  /** Everything that it was asked to carry. */
  readonly asked: Relayed[] = [];
  state: CompanionState = 'ready';
  server = 'http://localhost:5000';
  token = '';
  /** What the last poll said about the seller's bot and closet. */
  shown: Record<string, unknown> = {};
  decide: (request: Relayed) => Fate | Promise<Fate> = () => 'carry';
  #send: Send;
  #origin: string;
  /** Of the account that this browser is signed in with. */
  cookies: string;
  #leaving = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor({ send, origin, cookies }: { send: Send; origin: string; cookies: string }) {
    this.#send = send;
    this.#origin = origin;
    this.cookies = cookies;
  }

  async call(
    path: string,
    body: object,
    { token = this.token, signal = this.#leaving.signal, method = 'POST' } = {},
  ): Promise<Reply> {
    const response = await this.#send(
      new Request(new URL(path, this.server), {
        method,
        headers: {
          'content-type': 'application/json',
          origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
          'sec-fetch-site': 'cross-site',
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        signal,
      }),
    );
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  async pair(code: string, name = 'Chrome on Linux'): Promise<Reply> {
    const reply = await this.call('/api/companion/pair', { protocol: companionProtocol, code, name });
    if (typeof reply.json.token === 'string') this.token = reply.json.token;
    return reply;
  }

  /** One poll. Resolves when the server answers it. */
  async next(): Promise<NextJson> {
    const body = { protocol: companionProtocol, version: '1.0', state: this.state };
    const reply = await this.call('/api/companion/next', body);
    if (reply.status !== 200) throw new Error(`next: ${reply.status} ${JSON.stringify(reply.json)}`);
    const next = reply.json as NextJson;
    if (next.token !== undefined) this.token = next.token;
    this.shown = next.state;
    return next;
  }

  /** Makes the call in the browser's place, and reports how it ended. */
  async carry(request: Relayed): Promise<Reply> {
    const response = await this.#makeCall(request);
    const { pathname, search } = new URL(response.url);
    const outcome = {
      kind: 'answered',
      status: response.status,
      path: pathname + search,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      body: await response.text(),
    };
    return this.answer(request.id, outcome);
  }

  answer(requestId: string, outcome: object): Promise<Reply> {
    return this.call(`/api/companion/answer?requestId=${requestId}`, { protocol: companionProtocol, outcome });
  }

  /** Polls and carries until `stop`. */
  start(): void {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.#running = (async () => {
      while (!signal.aborted) {
        const { request } = await this.next().catch((): NextJson => ({ request: null, state: {} }));
        if (request === null || signal.aborted) continue;
        this.asked.push(request);
        const fate = await this.decide(request);
        if (fate === 'carry') await this.carry(request).catch(() => {});
        else if (fate === 'cut') {
          // The call reaches the marketplace, and its answer reaches nobody.
          await (await this.#makeCall(request)).text();
          await this.answer(request.id, { kind: 'cut' }).catch(() => {});
        } else if (fate !== 'lose')
          await this.answer(request.id, { kind: 'not_sent', reason: refusals[fate] }).catch(() => {});
      }
    })();
  }

  /** Closes the browser. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    await this.#running;
    this.#leaving = new AbortController();
  }

  #makeCall({ method, path, headers, body }: Relayed): Promise<Response> {
    return fetch(this.#origin + path, {
      method,
      headers: { ...headers, cookie: this.cookies, origin: this.#origin, referer: `${this.#origin}/feed` },
      ...(body === null ? {} : { body }),
    });
  }
}
