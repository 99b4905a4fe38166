// Compares a recording with what the connector expects, and makes the profile that describes the difference.

import { Profile, type ProfileChanges } from '../../src/marketplace/profile/profile.ts';
import type { Recording } from '../../src/marketplace/recording/recording.ts';
import type { Check, Numbered } from './check.ts';
import { checkCalls, checkShapes } from './check-calls.ts';
import { checkSwitches } from './check-switches.ts';
import { findCalls } from './find-calls.ts';

export function compareRecording(recording: Recording): Check[] {
  const entries: Numbered[] = recording.entries.map((entry, index) => ({ entry, number: index + 1 }));
  const found = findCalls(entries);
  return [...checkSwitches(entries, found), ...checkCalls(entries, found), ...checkShapes(found)];
}

/**
 * The profile after a comparison. What the recording didn't show stays as in `earlier`. Throws if it breaks the rules of profiles,
 * for example because two calls have the same address.
 */
export function profileFrom(
  checks: readonly Check[],
  { recording, earlier, now }: { recording: Recording; earlier: Profile | null; now: number },
): Profile {
  const changes: ProfileChanges = { switches: {}, calls: {}, shapes: {} };
  for (const { id, verdict, change } of checks) {
    const kept = verdict === 'not_seen' && earlier !== null ? partOf(earlier, id) : change;
    Object.assign(changes.switches, kept.switches);
    Object.assign(changes.calls, kept.calls);
    Object.assign(changes.shapes, kept.shapes);
  }
  return Profile.parse({
    format: 'hangtag-marketplace-profile',
    version: 1,
    madeAt: new Date(now).toISOString(),
    recordedOn: recording.recordedOn,
    marketplace: recording.marketplace,
    ...changes,
  });
}

/** What a profile says about the subject of a check. */
function partOf(profile: Profile, id: string): Partial<ProfileChanges> {
  const [kind = '', name = ''] = id.split('.');
  const [where, key] =
    kind === 'call'
      ? (['calls', name] as const)
      : kind === 'shape'
        ? (['shapes', name] as const)
        : (['switches', kind] as const);
  const part = (profile[where] as Record<string, unknown>)[key];
  return part === undefined ? {} : { [where]: { [key]: part } };
}

/** Whether the profile describes every difference that was found. */
export const isCovered = (checks: readonly Check[]): boolean =>
  checks.every(({ differences }) => differences.every(({ outOfReach }) => outOfReach === undefined));
