// Answers a share.

import { bump } from '../../state/listings.ts';
import { renewSession, sessionCookies } from '../../state/sessions.ts';
import { admit, countShare, findListing, refuse, refuseAsBot, shareRoom } from '../admit.ts';
import { forbidden, invalid } from '../errors.ts';
import { answer, apply, done, type Exchange } from '../exchange.ts';
import { mayJoinParty } from './parties.ts';

const eventIds = 'event_ids=';

/**
 * `PUT /vm-rest/users/self/shared_posts/{id}`. This is the most frequent call, so it reads no body, parses no
 * JSON, and sorts nothing.
 */
export function answerShare(exchange: Exchange, id: string): void {
  if (!admit(exchange, { op: 'share', listingId: id, session: 'needed', write: true })) return;
  const { world, account } = exchange;
  if (account === null) {
    answer(exchange, forbidden(exchange), 'E1');
    return;
  }
  const room = shareRoom(world, account);
  if (room === 'day_full') {
    refuse(exchange, 'E3');
    return;
  }
  if (room === 'burst') {
    account.humanCheck = true;
    world.changed();
    refuseAsBot(exchange);
    return;
  }
  const listing = findListing(exchange, id);
  if (listing === null) return;
  if (listing.status !== 'available') {
    answer(exchange, invalid(exchange, 'This listing is no longer available'), 'E1');
    return;
  }
  if (exchange.query.includes(eventIds)) {
    const party = new URLSearchParams(exchange.query).get('event_ids') ?? '';
    const objection = mayJoinParty(world, listing, party);
    if (objection !== null) {
      answer(exchange, invalid(exchange, objection), 'E1');
      return;
    }
  }
  apply(exchange, () => {
    bump(world, listing);
    countShare(world, account);
  });
  const { fault, session } = exchange;
  if (fault?.case === 'new-session' && session !== null) {
    renewSession(world, session);
    answer(exchange, { ...done(), headers: { 'Set-Cookie': sessionCookies(session) } }, 'ok');
  } else answer(exchange, done(), 'ok');
}
