// Answers a share.

import { bump } from '../../state/listings.ts';
import { objectionOfParty } from '../../state/parties.ts';
import { renewSession, sessionCookies } from '../../state/sessions.ts';
import { admitSeller, checkShareLimits, countShare } from '../admit.ts';
import { findListing, invalid } from '../errors.ts';
import { type Answer, apply, done, type Exchange } from '../exchange.ts';

/**
 * `PUT /vm-rest/users/self/shared_posts/{id}`. This is the most frequent call, so it reads no body, parses no
 * JSON, and sorts nothing.
 */
export function answerShare(exchange: Exchange, id: string): Answer {
  if (exchange.query.includes('event_ids='))
    exchange.partyId = new URLSearchParams(exchange.query).get('event_ids') ?? '';
  const account = admitSeller(exchange, { op: 'share', listingId: id, write: true });
  const { world, session, fault } = exchange;
  checkShareLimits(exchange, account);
  const listing = findListing(exchange, id);
  if (listing.status !== 'available') throw invalid(exchange, 'This listing is no longer available');
  if (exchange.partyId !== undefined) {
    const objection = objectionOfParty(world, listing, exchange.partyId);
    if (objection !== null) throw invalid(exchange, objection);
  }
  apply(exchange, () => {
    bump(world, listing);
    countShare(world, account);
  });
  if (fault?.case !== 'new-session' || session === null) return done();
  renewSession(world, session);
  return { ...done(), headers: { 'Set-Cookie': sessionCookies(session) } };
}
