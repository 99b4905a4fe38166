// Erases what has ended: sessions, tokens, addresses that nobody confirmed, unanswered questions, and unused browsers.
import { unconfirmedLifeMs } from '#domain/account.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { forgetOldBrowsers } from './browsers/browsers.ts';
import { pruneConfirmations } from './email/email.ts';
import { pruneResets } from './reset/reset.ts';
import { pruneQuestions } from './second-factor/second-factor.ts';
import { pruneSessions } from './sessions/sessions.ts';
import { hourMs } from './user/check-password.ts';

const keptResetsMs = 24 * hourMs;

/** For the maintenance. */
export async function sweepTokens({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await pruneSessions(database, now);
  await pruneResets(database, now - keptResetsMs);
  await pruneConfirmations(database, now - unconfirmedLifeMs);
  await pruneQuestions(database, now);
  await forgetOldBrowsers(database, now);
}
