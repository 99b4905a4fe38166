// Compares a recording with what the connector expects, makes the profile that describes the difference, and reports it in words.

import { Profile, type ProfileChanges, sourceName, switchedPaths } from '../../src/marketplace/profile/profile.ts';
import type { CallName } from '../../src/marketplace/protocol/calls.ts';
import { Recording } from '../../src/marketplace/recording/recording.ts';
import type { Check, Difference, Numbered } from './check.ts';
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

const margin = ' '.repeat(11);

/** What a seller does on the marketplace's site so that the recording shows it. */
const hints: Record<string, string> = {
  bootstrapPaths: 'open the page for a new listing, and your feed',
  minPrice: 'try to save a price of $1',
  maxPrice: 'shown only if a price was too high',
  shareLimitWords: 'shown only if the site said that you shared too much',
  'call.login': 'sign out and sign in again',
  'call.otp': 'shown only if the site sends you a code',
  'call.entry': 'shown only if the site sends you a code',
  'call.self': 'reload any page while you are signed in',
  'call.closet': 'open your closet and scroll to the end',
  'call.post': 'edit one of your listings',
  'call.share': 'share one of your listings to your followers',
  'call.update': 'save a listing with another price',
  'call.discounts': 'open the offer to likers of one of your listings',
  'call.offer': 'send an offer to likers',
  'call.likes': 'open the likes of one of your listings',
  'call.search': 'search for sold listings',
  'call.party': 'open the parties',
  'call.sales': 'open your sales',
  'call.news': 'open your news, and there who shared your listings',
};
/** The calls that show these. */
const shownBy: Record<string, CallName> = {
  ...Object.fromEntries(Object.entries(switchedPaths).map(([call, key]) => [key, call])),
  ...{ loginUserField: 'login', loginPasswordField: 'login', tokenHeader: 'share', partialUpdateAllowed: 'update' },
  ...{ sortBy: 'closet', searchCountAs: 'search' },
};
const hintFor = (id: string): string => {
  const hint = hints[id] ?? hints[`call.${shownBy[id]}`];
  return hint === undefined ? '' : `: ${hint}`;
};

export function reportText(checks: readonly Check[], recording: Recording): string {
  const of = (verdict: Check['verdict']): Check[] => checks.filter((check) => check.verdict === verdict);
  const [differing, unseen, confirmed] = [of('differs'), of('not_seen'), of('confirmed')];
  return [
    `Recording of ${sourceName(recording.marketplace)}, ${recording.recordedOn}, ${recording.entries.length} requests\n`,
    ...differing.flatMap((check) => [line('DIFFERS', check), ...check.differences.flatMap(differenceLines)]),
    ...unseen.map((check) => `${line('not seen', check)}${hintFor(check.id)}`),
    ...confirmed.map((check) => line('confirmed', check)),
    `\n${confirmed.length} confirmed, ${differing.length} different, ${unseen.length} not seen\n`,
  ].join('\n');
}

const line = (word: string, { title, id }: Check): string => `${word.padEnd(margin.length)}${title} (${id})`;

const differenceLines = ({ what, expected, seen, where, outOfReach }: Difference): string[] => [
  `${margin}Hangtag expects ${expected} (${what})`,
  `${margin}The marketplace has ${seen}`,
  `${margin}See ${where}`,
  ...(outOfReach === undefined ? [] : [`${margin}A profile can't describe this: ${outOfReach}.`]),
];

/** Compares a recording that came from elsewhere. null if it is no recording. */
export function summarizeRecording(given: unknown) {
  const recording = Recording.safeParse(given).data;
  if (recording === undefined) return null;
  const checks = compareRecording(recording);
  const count = (wanted: (typeof checks)[number]['verdict']) =>
    checks.filter(({ verdict }) => verdict === wanted).length;
  return {
    confirmed: count('confirmed'),
    different: count('differs'),
    notSeen: count('not_seen'),
    report: reportText(checks, recording),
  };
}
