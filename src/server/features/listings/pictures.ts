// Pictures of listings, loaded by this server for sellers who chose that.

import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Picture, PictureLoader } from '#domain/ports/picture-loader.ts';
import type { Closet } from '../closet/closet.ts';
import { findPictureAddress } from './rows/store.ts';

/** Throws `not_found` (also if the seller did not choose it) and `marketplace_unavailable`. */
export type FindPicture = (userId: string, listingId: string) => Promise<Picture>;

/**
 * A caller names a listing, never an address, so only pictures that the marketplace reported for the seller's own closet are
 * loaded.
 */
export function createPictures(needs: {
  database: Database;
  closet: Pick<Closet, 'summary'>;
  loader: Pick<PictureLoader, 'load'>;
  isChosen: (userId: string) => Promise<boolean>;
  log: { info(fields: object, message: string): void };
}): FindPicture {
  const { database, closet, loader, isChosen, log } = needs;
  return async (userId, listingId) => {
    const address = isId(listingId) ? await findPictureAddress(database, userId, listingId) : null;
    if (address === null) throw new Failure('not_found', 'This listing has no picture.');
    if (!(await isChosen(userId)))
      throw new Failure('not_found', 'Turn on “Load pictures through this server” in your profile first.');
    const practice = (await closet.summary(userId))?.practice ?? false;
    const answer = await loader.load(address, { practice });
    if (answer.kind === 'ok') return answer.picture;
    log.info({ userId, listingId, reason: answer.why }, 'Picture not loaded');
    throw new Failure('marketplace_unavailable', 'This picture couldn’t be loaded.');
  };
}
