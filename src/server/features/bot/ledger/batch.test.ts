import { expect, it } from 'vitest';
import { ownDatabase } from '#tests/database.ts';
import { createGroupCommit } from './group-commit.ts';

type Ask = { n: number; self?: Ask };

const own = ownDatabase();

it.each(['keep', 'reject'] as const)(
  'lets a request with a value that the driver can’t write fail alone (%s)',
  async (onLoss) => {
    const group = createGroupCommit({ database: own.database, spacingMs: 5, retryMs: 1 });
    const store = group.operation<Ask, number>({
      async run(tx, asks) {
        // The driver turns objects into JSON, and its error has no SQLSTATE.
        for (const ask of asks) await tx.query('select $1::jsonb', [ask]);
        return asks.map(({ n }) => n);
      },
      keyOf: ({ n }) => String(n),
      onLoss,
    });
    const circle: Ask = { n: 2 };
    circle.self = circle;
    const answers = await Promise.allSettled([{ n: 1 }, circle, { n: 3 }].map(store));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  },
);
