// Streams the export of an account, at the speed at which it is read.

import type { Streamed } from '#contract/route.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { PersonalTable } from '../../personal-table.ts';
import { writeEverything } from './export-store.ts';

/** A reader that takes nothing for this long is gone. Its transaction must not stay open. */
const timeoutMs = 30_000;

export function streamExport({
  database,
  clock,
  personalTables,
  userId,
}: {
  database: Database;
  clock: Clock;
  personalTables: readonly PersonalTable[];
  userId: string;
}): Streamed {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  // The reader and the writer get the error themselves. Nobody awaits this promise.
  writer.closed.catch(() => {});
  const write = async (text: string): Promise<void> => {
    const timeout = setTimeout(() => void writer.abort(new Error('The export was not read')), timeoutMs);
    try {
      await writer.ready;
      await writer.write(text);
    } finally {
      clearTimeout(timeout);
    }
  };
  const ended = writeEverything(
    database,
    { userId, tables: personalTables, exportedAt: new Date(clock.now()).toISOString() },
    write,
  ).then(
    () => writer.close().catch(() => {}),
    (error: unknown) => writer.abort(error).catch(() => {}),
  );
  return { stream: readable.pipeThrough(new TextEncoderStream()), ended };
}
