import { expect, it, vi } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { streamExport } from './export.ts';

/** An export over a database that answers at once. `outcome` says how its transaction ends. */
function openExport() {
  const outcome = vi.fn<(how: string) => void>();
  const unused = () => Promise.reject(new Error('Not used.'));
  const database: Database = {
    query: unused,
    askWithRetries: unused,
    close: async () => {},
    async transaction(work) {
      const result = work({ query: async () => ({ rows: [], count: 0 }) });
      result.then(
        () => outcome('committed'),
        (error: Error) => outcome(error.message),
      );
      return result;
    },
  };
  const personalTables = [{ table: 'things', order: 'id' }] as unknown as Parameters<
    typeof streamExport
  >[0]['personalTables'];
  const { stream, ended } = streamExport({ database, clock: manualClock(0), personalTables, userId: '1' });
  return { stream: stream as ReadableStream<Uint8Array>, ended, outcome };
}

it.each(['before its first piece', 'after it'])(
  'ends its transaction at once if its reader leaves %s',
  async (when) => {
    const { stream, ended, outcome } = openExport();
    const reader = stream.getReader();
    if (when === 'after it') await reader.read();
    await reader.cancel();
    await ended;
    expect(outcome).toHaveBeenCalledExactlyOnceWith('The reader of the export has left.');
  },
);
