// One line of the comparison between a recording and what the connector expects.

import type { ProfileChanges } from '../../src/marketplace/profile/profile.ts';
import type { Entry } from '../../src/marketplace/recording/recording.ts';

/** An entry with its number in the recording, from 1. */
export type Numbered = { entry: Entry; number: number };

export type Difference = {
  what: string;
  expected: string;
  seen: string;
  /** The entry of the recording that shows it. */
  where: string;
  /** Why a profile can't describe it. Without it, `change` does. */
  outOfReach?: string;
};

export type Check = {
  /** The name of a switch (`sharePath`), of a call (`call.closet`), or of a shape (`shape.listing`). */
  id: string;
  title: string;
  verdict: 'confirmed' | 'differs' | 'not_seen';
  differences: Difference[];
  change: Partial<ProfileChanges>;
};

export const whereOf = ({ entry, number }: Numbered): string => `entry ${number}: ${entry.method} ${entry.path}`;

export const notSeen = (id: string, title: string): Check => ({
  id,
  title,
  verdict: 'not_seen',
  differences: [],
  change: {},
});
export const confirmed = (id: string, title: string): Check => ({ ...notSeen(id, title), verdict: 'confirmed' });
export const differs = (
  id: string,
  title: string,
  differences: Difference[],
  change: Partial<ProfileChanges> = {},
): Check => ({ id, title, verdict: 'differs', differences, change });
