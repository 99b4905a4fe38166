// Finds and reads the marketplace profile that is in force.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Profile, readProfile } from '#marketplace/profile/profile.ts';

export type ProfileInForce = { profile: Profile; file: string };

/** The file that MARKETPLACE_PROFILE names, or else `marketplace-profile.json` in the data folder, whether it exists or not. */
export const profileFile = (named: string | undefined, dataDir: string): string =>
  named ?? path.join(dataDir, 'marketplace-profile.json');

/** null: there is none. A mistake is one sentence. Only a file that was named must exist. */
export function readProfileInForce(
  named: string | undefined,
  dataDir: string,
): { inForce: ProfileInForce | null } | { mistake: string } {
  const file = profileFile(named, dataDir);
  if (named === undefined && !existsSync(file)) return { inForce: null };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {
      mistake: `Hangtag can't read the marketplace profile ${file}. Check the path and the file's permissions.`,
    };
  }
  const { profile, mistake } = readProfile(text);
  if (profile === undefined)
    return {
      mistake: `The marketplace profile ${file} can't be used: ${mistake}. Fix it, make a new one with npm run hangtag -- drift FILE --write, or remove it.`,
    };
  return { inForce: { profile, file } };
}
