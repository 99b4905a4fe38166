// The marketplace over HTTP: the client half of the wire protocol.

import type { Carried, Carry } from '#domain/ports/carrier.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { MarketAccount, Marketplace, MarketSession, SearchQuery } from '#domain/ports/marketplace.ts';
import { connectorDialect, speak } from '../profile/dialect.ts';
import type { Profile } from '../profile/profile.ts';
import type { Exchange } from '../protocol/classify.ts';
import { originMistake } from '../protocol/origin.ts';
import type { Switches } from '../protocol/read-switches.ts';
import { defaultSwitches } from '../protocol/switches.ts';
import { type Outgoing, openWire, type Wire } from '../protocol/wire.ts';
import { readExportedSession } from '../session/exported-session.ts';
import { SessionState } from '../session/session-state.ts';
import { readNews, readParties, readSales } from './account-feeds.ts';
import { Caller, type ConnectorContext, type Timeouts } from './caller.ts';
import { readCloset, readNewestListing, readPost, searchListings } from './listings.ts';
import { requestCode, signIn, verifyCode } from './sign-in.ts';
import { changePrice, offerToLikers, shareListing } from './writes.ts';

export type MarketplaceOptions = {
  /** For example `https://poshmark.com`, without a path. Plain http is allowed only for loopback and private hosts. */
  origin: string;
  /** Identifies us honestly: product, version, contact. */
  userAgent: string;
  clock: Clock;
  switches?: Partial<Switches>;
  /** How this marketplace differs from our protocol. Its switches are not read: `switches` has them already. */
  profile?: Profile | null;
  /** Milliseconds to connect, for a whole call, for a share (with its wait in the queue), and for calls in flight at close. */
  timeouts?: Partial<Timeouts>;
  /** The most sockets to the origin. Each carries one call at a time. */
  connections?: number;
};

const defaultTimeouts: Timeouts = { connectMs: 10_000, callMs: 30_000, shareMs: 10_000, closeMs: 2_000 };
/** Enough for 5,000 shares a second at 50 ms per reply. */
const defaultConnections = 256;

/**
 * Connects to one marketplace. The result of a call is always a value. Only what the protocol allows is retried, and redirects
 * are never followed. Throws only if `origin` or `userAgent` is invalid.
 */
export function connectMarketplace(options: MarketplaceOptions): Marketplace {
  const mistake = originMistake(options.origin);
  if (mistake !== null) throw new Error(`The marketplace's address ${mistake}.`);
  if (!/^[\x20-\x7e]+$/.test(options.userAgent))
    throw new Error('The User-Agent must be one line of plain characters.');

  const { origin, hostname: host } = new URL(options.origin);
  const { clock, userAgent } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const connections = options.connections ?? defaultConnections;
  const switches = { ...defaultSwitches, ...options.switches };
  const { profile } = options;
  const spoken = (plain: Wire): Wire => (profile ? speak(plain, connectorDialect(profile, switches)) : plain);
  const wire = spoken(openWire({ origin, connections, ...timeouts }));
  const context: ConnectorContext = { origin, host, userAgent, switches, timeouts, clock, wire };
  const inTurn = createCallQueue();

  return {
    origin,
    account(session, carrier) {
      const own = carrier
        ? { ...context, wire: spoken(openBrowserWire(carrier.carry)), carriedFor: carrier.sellerId }
        : context;
      return new Account(new Caller(own, new SessionState(host, session, clock)), inTurn);
    },
    readExportedSession: (text) => readExportedSession(text, host, clock.now()),
    async reach() {
      const visitor = new Caller(context, new SessionState(host, { cookies: [] }, clock));
      const verdict = await visitor.call({ method: 'GET', path: '/login', wants: 'page', on: 'login_page' });
      return verdict.kind === 'ok' ? { kind: 'ok', value: null } : verdict;
    },
    close: () => wire.close(),
  };
}

/** What a call of an account is given. */
type Given<Name extends keyof MarketAccount> = MarketAccount[Name] extends (...given: infer All) => unknown
  ? All
  : never;

/**
 * One account. Whole operations of a seller are queued, not single calls, because a share between two pages of a closet would move
 * a listing past the reader. A class, because ten thousand bots have one each, and closures would be made for each of them.
 */
class Account implements MarketAccount {
  readonly #caller: Caller;
  readonly #queue: CallQueue;

  constructor(caller: Caller, queue: CallQueue) {
    this.#caller = caller;
    this.#queue = queue;
  }

  get revision() {
    return this.#caller.state.revision;
  }

  session(): MarketSession {
    return this.#caller.state.snapshot();
  }

  bootstrap() {
    return this.#inTurn(() => this.#caller.bootstrap());
  }

  probe() {
    return this.#inTurn(() => this.#caller.probe());
  }

  signIn(...given: Given<'signIn'>) {
    return this.#inTurn(() => signIn(this.#caller, ...given));
  }

  requestCode(...given: Given<'requestCode'>) {
    return this.#inTurn(() => requestCode(this.#caller, ...given));
  }

  verifyCode(...given: Given<'verifyCode'>) {
    return this.#inTurn(() => verifyCode(this.#caller, ...given));
  }

  closet(...given: Given<'closet'>) {
    return this.#inTurn(() => readCloset(this.#caller, ...given));
  }

  listing(id: string) {
    return this.#inTurn(async () => {
      const post = await readPost(this.#caller, id);
      return post.kind === 'ok' ? { ...post, value: post.value.listing } : post;
    });
  }

  share(id: string, options: Given<'share'>[1] = {}) {
    // The deadline includes the wait in the queue, because a worker that takes over an orphaned bot waits exactly that long.
    const deadline = performance.now() + this.#caller.context.timeouts.shareMs;
    return this.#inTurn(() =>
      shareListing(this.#caller, id, { ...options, remainingMs: deadline - performance.now() }),
    );
  }

  setPrice(id: string, priceCents: number, beforeWrite?: Given<'setPrice'>[2]) {
    return this.#inTurn(() => changePrice(this.#caller, id, { priceCents, beforeWrite }));
  }

  sendOffer(...given: Given<'sendOffer'>) {
    return this.#inTurn(() => offerToLikers(this.#caller, ...given));
  }

  search(query: SearchQuery) {
    return this.#inTurn(() => searchListings(this.#caller, query));
  }

  parties() {
    return this.#inTurn(() => readParties(this.#caller));
  }

  news({ since }: Given<'news'>[0]) {
    return this.#inTurn(() => readNews(this.#caller, since));
  }

  newestListing(userId: string) {
    return this.#inTurn(() => readNewestListing(this.#caller, userId));
  }

  sales(...given: Given<'sales'>) {
    return this.#inTurn(() => readSales(this.#caller, ...given));
  }

  /**
   * Two accounts of the same seller share a queue as soon as it is known who the seller is. A browser can say that it is anybody, so
   * what it carries waits only for other calls of the same seller of ours.
   */
  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const { context, state } = this.#caller;
    const { carriedFor } = context;
    return this.#queue(carriedFor === undefined ? (state.userId ?? this) : `carried ${carriedFor}`, job);
  }
}

/** Runs the calls of one account one after another. Calls of different accounts run at the same time. */
type CallQueue = <T>(account: string | object, call: () => Promise<T>) => Promise<T>;

function createCallQueue(): CallQueue {
  const last = new Map<string | object, Promise<unknown>>();
  return (account, call) => {
    const before = last.get(account);
    const mine = before === undefined ? call() : before.then(call, call);
    last.set(account, mine);
    const leave = () => {
      if (last.get(account) === mine) last.delete(account);
    };
    mine.then(leave, leave);
    return mine;
  };
}

/** The browser writes these itself, and lets no script write them. */
const ofTheBrowser: ReadonlySet<string> = new Set(['cookie', 'origin', 'referer', 'user-agent']);

/** Never rejects, and never sends a request twice: a browser carries a call once. */
export function openBrowserWire(carry: Carry): Wire {
  return {
    async send({ method, path, headers, body, deadlineMs, mayLeave }) {
      if (deadlineMs <= 0 || mayLeave?.() === false) return notSent;
      const carried = await carry({ method, path, headers: named(headers), body: body ?? null, deadlineMs, mayLeave });
      return exchangeOf(carried, path);
    },
    close: async () => {},
  };
}

const notSent: Exchange = { kind: 'no_answer', sent: false, reason: 'unreachable' };

function named(headers: Outgoing['headers']): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? '';
    if (!ofTheBrowser.has(name)) pairs[name] = headers[index + 1] ?? '';
  }
  return pairs;
}

function exchangeOf(carried: Carried, asked: string): Exchange {
  switch (carried.kind) {
    case 'not_sent':
      if (carried.reason === 'asks_seller') return { kind: 'refused', asksSeller: true };
      return carried.reason === 'not_allowed' ? { kind: 'refused' } : notSent;
    case 'cut':
      return { kind: 'no_answer', sent: true, reason: 'cut' };
    case 'too_large':
      return { kind: 'too_large' };
    case 'answered': {
      // A browser follows redirects. A reply from another path is reported as the redirect that led there.
      if (pathOf(carried.path) !== pathOf(asked))
        return { kind: 'answer', status: 302, headers: { location: carried.path }, body: '' };
      const { status, headers, body } = carried;
      return { kind: 'answer', status, headers, body };
    }
  }
}

const pathOf = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';
