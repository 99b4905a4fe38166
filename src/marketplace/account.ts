import type { MarketAccount, MarketSession } from '#domain/ports/marketplace.ts';
import { createCaller, type Surroundings } from './caller.ts';
import type { Lanes } from './lanes.ts';
import { readCloset, readLikes, readPost, searchListings } from './listings.ts';
import { openSession } from './session-state.ts';
import { requestCode, signIn, verifyCode } from './sign-in.ts';
import { changePrice, offerToLikers, readDiscounts, shareListing } from './writes.ts';

/**
 * One account at the marketplace. Whole operations of one seller queue up, not single calls: a share between two pages of
 * a closet would move a listing past the reader.
 */
export function openAccount(
  around: Surroundings & { host: string; lanes: Lanes; laneOfStrangers: () => string },
  session: MarketSession,
): MarketAccount {
  const { host, lanes, origin, switches, clock, timeouts } = around;
  const state = openSession(host, session, clock);
  const caller = createCaller(around, state);
  const place = { caller, origin, switches, clock };
  const door = { around, host, adopt: state.become };
  const ownLane = around.laneOfStrangers();

  /** Two objects of the same seller share a lane, as soon as it is known who that is. */
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => lanes.run(state.userId ?? ownLane, job);

  return {
    session: () => state.snapshot(),
    get revision() {
      return state.revision;
    },
    bootstrap: () => inTurn(() => caller.bootstrap()),
    probe: () => inTurn(() => caller.probe()),
    signIn: (credentials) => inTurn(() => signIn(door, state.snapshot(), credentials)),
    requestCode: (pending) => inTurn(() => requestCode(door, pending)),
    verifyCode: (pending, input) => inTurn(() => verifyCode(door, pending, input)),
    closet: (filter) => inTurn(() => readCloset(place, filter)),
    listing: (id) =>
      inTurn(async () => {
        const post = await readPost(place, id);
        return post.kind === 'ok' ? { ...post, value: post.value.listing } : post;
      }),
    share(id) {
      // The deadline counts from the asking: whoever takes a lost bot over waits that long and no longer.
      const deadline = performance.now() + timeouts.shareMs;
      return inTurn(() => shareListing(place, id, deadline - performance.now()));
    },
    setPrice: (id, priceCents) => inTurn(() => changePrice(place, id, priceCents)),
    shippingDiscounts: (id, priceCents) => inTurn(() => readDiscounts(place, id, priceCents)),
    likes: (id) => inTurn(() => readLikes(place, id)),
    sendOffer: (id, offer) => inTurn(() => offerToLikers(place, id, offer)),
    search: (query) => inTurn(() => searchListings(place, query)),
  };
}
