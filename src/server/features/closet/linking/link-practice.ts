// Links a new seller of the practice marketplace.

import { Failure } from '#domain/failure.ts';
import { emptySession, failureOf, type KeptCredentials } from '../session/session.ts';
import type { Linked } from './complete-link.ts';
import { type LinkContext, linkUnderLock } from './link-context.ts';

export async function linkPractice(context: LinkContext, userId: string): Promise<Linked> {
  const { linking, marketplaces, practiceAdmin } = context;
  const { practice } = marketplaces;
  if (practice === null || practiceAdmin === null) {
    throw new Failure('practice_off', 'Practice closets are turned off on this site.');
  }
  return linkUnderLock(context, { userId, practice: true }, async (lock, row) => {
    // A username and password that have never signed in are replaced.
    if (row.session !== null || (row.credentials !== null && row.marketUserId !== null)) {
      throw new Failure(
        'already_connected',
        'A closet is already connected. Disconnect it first to use a practice closet.',
      );
    }
    const seller = await practiceAdmin.open().catch((cause: unknown) => {
      const message = 'The practice marketplace isn’t responding. Try again in a moment.';
      throw new Failure('marketplace_unavailable', message, { cause });
    });
    const credentials: KeptCredentials = { ...seller, isMadeHere: true };
    const account = lock.guard(practice.account(emptySession));
    const result = await account.signIn(seller);
    if (result.kind !== 'ok') {
      await linking.closePracticeSeller(credentials, null);
      throw failureOf(result, { practice: true });
    }
    const { username } = seller;
    return linking.complete(lock, row, { practice: true, account, identity: result.value, username, credentials });
  });
}
