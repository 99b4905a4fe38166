// Who runs this installation.
import { placeFor } from '#contract/pages.ts';

type Words = { operatorBefore: string; operatorBetween: string; operatorAfter?: string };

/** Who runs this installation and how to reach them: filled in where the page is served. One text, whose lines break as one. */
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
