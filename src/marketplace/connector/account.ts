// One account at the marketplace: runs every operation of the port, one at a time.

import type {
  MarketAccount,
  MarketIdentity,
  MarketListing,
  MarketResult,
  MarketSession,
  Offer,
  Page,
  PendingSignIn,
  SearchQuery,
  SignInResult,
} from '#domain/ports/marketplace.ts';
import { SessionState } from '../session/session-state.ts';
import type { CallQueue } from './call-queue.ts';
import { Caller, type ConnectorContext } from './caller.ts';
import { readCloset, readPost, searchListings } from './listings.ts';
import { requestCode, signIn, verifyCode } from './sign-in.ts';
import { type BeforeWrite, changePrice, offerToLikers, type PriceChange, shareListing } from './writes.ts';

type Credentials = { username: string; password: string };
type Filter = Parameters<MarketAccount['closet']>[0];

/**
 * Whole operations of a seller are queued, not single calls, because a share between two pages of a closet would move a listing
 * past the reader.
 */
export class Account implements MarketAccount {
  readonly #context: ConnectorContext;
  readonly #queue: CallQueue;
  readonly #state: SessionState;
  readonly #caller: Caller;

  constructor(context: ConnectorContext, queue: CallQueue, session: MarketSession) {
    this.#context = context;
    this.#queue = queue;
    this.#state = new SessionState(context.host, session, context.clock);
    this.#caller = new Caller(context, this.#state);
  }

  get revision(): number {
    return this.#state.revision;
  }

  session(): MarketSession {
    return this.#state.snapshot();
  }

  bootstrap(): Promise<MarketResult<MarketIdentity>> {
    return this.#inTurn(() => this.#caller.bootstrap());
  }

  probe(): Promise<MarketResult<MarketIdentity>> {
    return this.#inTurn(() => this.#caller.probe());
  }

  signIn(credentials: Credentials): Promise<SignInResult> {
    return this.#inTurn(() => signIn(this.#signInPlace(), this.#state.snapshot(), credentials));
  }

  requestCode(pending: PendingSignIn): ReturnType<MarketAccount['requestCode']> {
    return this.#inTurn(() => requestCode(this.#signInPlace(), pending));
  }

  verifyCode(pending: PendingSignIn, input: { code: string; credentials: Credentials }): Promise<SignInResult> {
    return this.#inTurn(() => verifyCode(this.#signInPlace(), pending, input));
  }

  closet(filter: Filter, beforeNext?: (seen: number) => Promise<void>): Promise<MarketResult<MarketListing[]>> {
    return this.#inTurn(() => readCloset(this.#place(), filter, beforeNext));
  }

  listing(id: string): Promise<MarketResult<MarketListing>> {
    return this.#inTurn(async () => {
      const post = await readPost(this.#place(), id);
      return post.kind === 'ok' ? { ...post, value: post.value.listing } : post;
    });
  }

  share(id: string, mayLeave?: () => boolean): Promise<MarketResult<null>> {
    // The deadline includes the wait in the queue, because a worker that takes over an orphaned bot waits exactly that long.
    const deadline = performance.now() + this.#context.timeouts.shareMs;
    return this.#inTurn(() => shareListing(this.#place(), id, { remainingMs: deadline - performance.now(), mayLeave }));
  }

  setPrice(id: string, priceCents: number, beforeWrite?: BeforeWrite): Promise<MarketResult<PriceChange>> {
    return this.#inTurn(() => changePrice(this.#place(), id, { priceCents, beforeWrite }));
  }

  sendOffer(id: string, decide: Parameters<MarketAccount['sendOffer']>[1]): Promise<MarketResult<Offer | null>> {
    return this.#inTurn(() => offerToLikers(this.#place(), id, decide));
  }

  search(query: SearchQuery): Promise<MarketResult<Page<MarketListing>>> {
    return this.#inTurn(() => searchListings(this.#place(), query));
  }

  /**
   * Two objects for the same seller share a queue as soon as it is known who the seller is. A browser can say that it is anybody, so
   * what it carries waits only for other calls of the same seller of ours.
   */
  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const { carriedFor } = this.#context;
    return this.#queue.run(carriedFor === undefined ? (this.#state.userId ?? this) : `carried ${carriedFor}`, job);
  }

  #place() {
    const { origin, switches, clock } = this.#context;
    return { caller: this.#caller, origin, switches, clock };
  }

  #signInPlace() {
    return { context: this.#context, adopt: (session: MarketSession) => this.#state.become(session) };
  }
}
