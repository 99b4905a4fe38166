// Sends the daily summaries.

import { waitingPauses } from '#domain/bot/bot.ts';
import { nextSummaryAt, summaryWords } from '#domain/notices.ts';
import { addDays, dayBounds, shareDay } from '#domain/time.ts';
import type { NoticesContext } from './deliver.ts';
import { lockDueSummaries, readDay, saveSummaryDue } from './store.ts';

/** Queues yesterday's summary for every device that is due. The same transaction sets the next one, so none comes twice. */
export async function summarize(context: NoticesContext): Promise<void> {
  while ((await summarizeSome(context)) > 0);
}

const summarizeSome = ({ database, clock, queue }: NoticesContext): Promise<number> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    const due = await lockDueSummaries(tx, now);
    for (const { id: deviceId, userId, timezone } of due) {
      const yesterday = dayBounds(addDays(shareDay(now, timezone), -1), timezone);
      const words = summaryWords(await readDay(tx, { userId, ...yesterday, waitingPauses }));
      if (words !== null) {
        const notice = { event: 'summary', ...words, path: '/dashboard', at: now } as const;
        await queue.put('push.send', { userId, deviceId, notice, tries: 0 }, { tx });
      }
      await saveSummaryDue(tx, deviceId, nextSummaryAt(now, timezone));
    }
    return due.length;
  });
