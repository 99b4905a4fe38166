// Who runs this server.
import { placeFor } from '#contract/pages.ts';

type Words = { operatorBefore: string; operatorBetween: string; operatorAfter?: string };

/** The server fills this in when it serves the page. It is one text node, so that its lines break like any other text. */
export const Operator = ({ messages }: { messages: Words }) => (
  <p>
    {[
      messages.operatorBefore,
      placeFor('operator'),
      messages.operatorBetween,
      placeFor('operatorContact'),
      '.',
      messages.operatorAfter,
    ].join('')}
  </p>
);
