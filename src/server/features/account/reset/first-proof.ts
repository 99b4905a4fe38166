// The first proof of an address removes what was made before it: anybody can register an address that isn't theirs.
import type { ClientInfo } from '#contract/route.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { forgetBrowsers } from '../browsers/browsers.ts';
import { type NotifyTools, notifySeller } from '../mail/notify-seller.ts';
import { secondStepRemovedByProof } from '../mail/write-mail.ts';
import { removeSecondStep } from '../second-factor/second-factor.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { endOtherSessions, type SessionDevices } from '../sessions/sessions.ts';
import { saveProof } from './store.ts';

export type ProofTools = NotifyTools & {
  clock: Clock;
  devices: SessionDevices;
  /** Ends the pairings of all browsers of the account, and its codes for pairing one. */
  unpairBrowsers: (tx: Queryable, userId: string) => Promise<void>;
};

/**
 * Whoever opens a mailed link has the mailbox. The first time, the passkeys, the authenticator app, the recovery codes, the paired and
 * known browsers, and the sessions from before go, or whoever registered the address before its owner would keep the account even
 * after a reset. Later proofs remove nothing. In a transaction that has locked the account.
 */
export async function proveAddress(
  tools: ProofTools,
  tx: Queryable,
  { userId, client }: { userId: string; client: ClientInfo },
): Promise<void> {
  if (!(await saveProof(tx, userId))) return;
  const now = tools.clock.now();
  await endOtherSessions(tx, tools.devices, { userId, keptId: null });
  await forgetBrowsers(tx, userId);
  await tools.unpairBrowsers(tx, userId);
  if (!(await removeSecondStep(tx, userId))) return;
  const what = 'second_factor_removed_by_proof';
  await logSecurity(tx, userId, { what, client, now });
  await notifySeller(tools, tx, { userId, what, news: secondStepRemovedByProof(), now });
}
