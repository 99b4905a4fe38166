// The screen's side of the thread that reads a file.
import { useEffect, useState } from 'react';
import { useNow } from '#web/lib/clock.ts';
import { UnusableFile } from './read-file.ts';
import type { InventoryInFile, OpenedFile, Question, Reply, SalesInFile, SalesToSend } from './reader-worker.ts';

/** A file that is open until `close`. */
export type Reader = Awaited<ReturnType<typeof openReader>>;
type About<Ask> = Omit<Extract<Question, { ask: Ask }>, 'ask'>;

/** Throws `UnusableFile`. */
export async function openReader(file: File) {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let questions = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('unusable' in data) asked?.reject(new UnusableFile(data.unusable));
    else asked?.resolve(data.value);
  });
  worker.addEventListener('error', () => {
    const message = 'Couldn’t read this file. Reload the page and choose it again.';
    for (const { reject } of waiting.values()) reject(new UnusableFile(message));
    waiting.clear();
  });
  // The thread answers each question with the type that its function returns.
  const ask = <Answer>(question: Question): Promise<Answer> => {
    const asked = Promise.withResolvers<unknown>();
    questions += 1;
    waiting.set(questions, asked);
    worker.postMessage({ id: questions, question });
    return asked.promise as Promise<Answer>;
  };
  try {
    return {
      file: await ask<OpenedFile>({ ask: 'open', file }),
      sales: (about: About<'sales'>) => ask<SalesInFile>({ ask: 'sales', ...about }),
      salesToSend: () => ask<SalesToSend>({ ask: 'salesToSend' }),
      inventory: (about: About<'inventory'>) => ask<InventoryInFile>({ ask: 'inventory', ...about }),
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** The start of the day, so that a file is not read again every minute. */
export const useDayStart = (): number => {
  const now = useNow(60_000);
  return now - (now % 86_400_000);
};

/** What the thread answers; null: there is no question yet. While it answers another one, its last answer stays. */
export function useAnswer<About, Found>(about: About | null, ask: (about: About) => Promise<Found>) {
  const asked = about === null ? null : JSON.stringify(about);
  const [read, setRead] = useState<{ asked: string; found: Found | null; error: unknown }>();
  useEffect(() => {
    if (asked === null) return;
    let isCurrent = true;
    ask(JSON.parse(asked)).then(
      (found) => isCurrent && setRead({ asked, found, error: null }),
      (error: unknown) => isCurrent && setRead({ asked, found: null, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, asked]);
  return { found: read?.found ?? null, error: read?.error ?? null, isReading: asked !== null && read?.asked !== asked };
}
