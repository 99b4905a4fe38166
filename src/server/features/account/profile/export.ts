// Streams the export of an account, at the speed at which it is read.

import type { Streamed } from '#contract/route.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { PersonalTable } from '../../personal-table.ts';
import { writeEverything } from './store.ts';

/** A reader that takes nothing for this long is gone. Its transaction must not stay open. */
const timeoutMs = 30_000;

export function streamExport(given: {
  database: Database;
  clock: Clock;
  personalTables: readonly PersonalTable[];
  userId: string;
}): Streamed {
  const { database, clock, personalTables, userId } = given;
  const { stream, write, end, fail } = streamAsRead();
  const ended = writeEverything(
    database,
    { userId, tables: personalTables, exportedAt: new Date(clock.now()).toISOString() },
    write,
  )
    .then(end, fail)
    // A stream whose reader has left takes no end.
    .catch(() => {});
  return { stream, ended };
}

/**
 * A stream that is written piece by piece, each when the reader asks for it. `write` rejects if the reader has canceled or takes
 * nothing for `timeoutMs`. A TransformStream doesn't work here: as long as nobody reads, its first write and its abort never end.
 */
function streamAsRead() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let asked = promiseThatMayFail();
  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      pull: () => asked.resolve(),
      cancel: () => asked.reject(new Error('The reader of the export has left.')),
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    async write(text: string): Promise<void> {
      const timeout = setTimeout(() => asked.reject(new Error('The export was not read.')), timeoutMs);
      await asked.promise.finally(() => clearTimeout(timeout));
      asked = promiseThatMayFail();
      controller?.enqueue(encoder.encode(text));
    },
    end: () => controller?.close(),
    fail: (error: unknown) => controller?.error(error),
  };
}

/** A promise whose rejection doesn't count as unhandled while nobody waits for it yet. */
function promiseThatMayFail(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>();
  made.promise.catch(() => {});
  return made;
}
