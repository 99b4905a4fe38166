// The screen's side of the thread that reads a file.
import type { SaleColumns } from '#domain/sales/import/sale-columns.ts';
import type { SaleFormats } from '#domain/sales/import/sale-fields.ts';
import { UnusableFile } from './read-file.ts';
import type { InventoryInFile, OpenedFile, Question, Reply, SalesInFile, SalesToSend } from './reader-worker.ts';

/** A file that is open until `close`. */
export type Reader = {
  file: OpenedFile;
  sales(columns: SaleColumns, chosen: Partial<SaleFormats>, now: number): Promise<SalesInFile>;
  salesToSend(): Promise<SalesToSend>;
  inventory(now: number): Promise<InventoryInFile>;
  close(): void;
};

/** Throws `UnusableFile`. */
export async function openReader(file: File): Promise<Reader> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let questions = 0;
  const fail = (message: string) => {
    for (const { reject } of waiting.values()) reject(new UnusableFile(message));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('unusable' in data) asked?.reject(new UnusableFile(data.unusable));
    else asked?.resolve(data.value);
  });
  worker.addEventListener('error', () => fail('Couldn’t read this file. Reload the page and choose it again.'));
  const ask = (question: Question): Promise<unknown> => {
    const asked = Promise.withResolvers<unknown>();
    questions += 1;
    waiting.set(questions, asked);
    worker.postMessage({ id: questions, question });
    return asked.promise;
  };
  try {
    // The thread answers each question with the type that its function returns.
    const opened = (await ask({ ask: 'open', file })) as OpenedFile;
    return {
      file: opened,
      sales: (columns, chosen, now) => ask({ ask: 'sales', columns, chosen, now }) as Promise<SalesInFile>,
      salesToSend: () => ask({ ask: 'salesToSend' }) as Promise<SalesToSend>,
      inventory: (now) => ask({ ask: 'inventory', now }) as Promise<InventoryInFile>,
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
