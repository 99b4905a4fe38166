// Saves the costs that a seller types into the list, and knows what became of each.
import { useCallback, useRef, useState } from 'react';
import type { Sale } from '#contract/sales/sales.ts';
import { readTyped } from '#web/format/typed-money.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { useChangeSales } from '../queries.ts';

/** `typed` is what the field shows: nothing that was typed gets lost. */
export type CellState =
  | { kind: 'saving'; typed: string }
  | { kind: 'saved' }
  | { kind: 'failed'; typed: string; message: string };

type States = ReadonlyMap<string, CellState>;

const mostAtOnce = 500;

/** Each cost is saved when the seller leaves its field. Those that are typed while a call runs go together in the next one. */
export const useCostCells = () => {
  const [states, setStates] = useState<States>(new Map());
  const { mutateAsync } = useChangeSales();
  const waiting = useRef(new Map<string, { typed: string; cents: number | null }>());
  const isSending = useRef(false);

  const put = useCallback(
    (some: readonly (readonly [string, CellState | null])[]) =>
      setStates((known) => {
        const next = new Map(known);
        for (const [id, state] of some) {
          if (state === null) next.delete(id);
          else next.set(id, state);
        }
        return next;
      }),
    [],
  );

  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    while (waiting.current.size > 0) {
      const batch = [...waiting.current].slice(0, mostAtOnce);
      for (const [id] of batch) waiting.current.delete(id);
      // What was typed again meanwhile is still waiting, and says so.
      const settle = (stateOf: (id: string, typed: string) => CellState) =>
        put(batch.flatMap(([id, { typed }]) => (waiting.current.has(id) ? [] : [[id, stateOf(id, typed)] as const])));
      try {
        const { failed } = await mutateAsync(batch.map(([id, { cents }]) => ({ id, costCents: cents })));
        const messages = new Map(failed.map(({ id, message }) => [id, message]));
        settle((id, typed) => {
          const message = messages.get(id);
          return message === undefined ? { kind: 'saved' } : { kind: 'failed', typed, message };
        });
      } catch (error) {
        const message = failureMessage(error, 'Hangtag didn’t save this cost. Press Enter to try again.');
        settle((_, typed) => ({ kind: 'failed', typed, message }));
      }
    }
    isSending.current = false;
  }, [mutateAsync, put]);

  const commit = useCallback(
    ({ id, costCents }: Pick<Sale, 'id' | 'costCents'>, typed: string) => {
      const read = readTyped(typed);
      if (read.error !== undefined) return put([[id, { kind: 'failed', typed, message: read.error }]]);
      const isWaiting = waiting.current.has(id) || isSending.current;
      if (!isWaiting && read.cents === costCents) return put([[id, null]]);
      waiting.current.set(id, { typed, cents: read.cents });
      put([[id, { kind: 'saving', typed }]]);
      void send();
    },
    [put, send],
  );
  /** The field shows the cost that is stored again. */
  const takeBack = useCallback((id: string) => put([[id, null]]), [put]);

  return { states, commit, takeBack };
};
