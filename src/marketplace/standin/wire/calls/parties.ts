// Answers the list of parties.

import { partiesOf, statusOf } from '../../state/parties.ts';
import { admit } from '../admit.ts';
import { type Answer, type Exchange, json, traceId } from '../exchange.ts';
import { timeText } from './post.ts';

/** `GET /vm-rest/current_parties/us`. */
export function answerParties(exchange: Exchange): Answer {
  admit(exchange, { op: 'party', session: 'welcome', write: false });
  const { world } = exchange;
  const data = partiesOf(world).map((party) => ({
    id: party.id,
    title: party.title,
    start_at: timeText(party.startMs),
    end_at: timeText(party.endMs),
    current_status: party.status === undefined ? statusOf(party, world.clock.now()) : party.status,
    theme: party.theme,
  }));
  return json(200, { data, trace_id: traceId() });
}
