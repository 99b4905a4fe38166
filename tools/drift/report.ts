// The comparison of a recording with the connector, as text for a terminal.

import { sourceName } from '../../src/marketplace/profile/profile.ts';
import { Recording } from '../../src/marketplace/recording/recording.ts';
import type { Check, Difference } from './check.ts';
import { compareRecording } from './drift.ts';

const margin = ' '.repeat(11);

/** What a seller does on the marketplace's site so that the recording shows it. */
const hints: Record<string, string> = {
  sharePath: 'share one of your listings to your followers',
  loginUserField: 'sign out and sign in again',
  loginPasswordField: 'sign out and sign in again',
  bootstrapPaths: 'open the page for a new listing, and your feed',
  probePath: 'reload any page while you are signed in',
  tokenHeader: 'share one of your listings to your followers',
  minPrice: 'try to save a price of $1',
  maxPrice: 'shown only if a price was too high',
  shareLimitWords: 'shown only if the site said that you shared too much',
  partialUpdateAllowed: 'save a listing with another price',
  closetPath: 'open your closet and scroll to the end',
  salesPath: 'open your sales',
  newsPath: 'open your news, and there who shared your listings',
  sortBy: 'open your closet',
  searchCountAs: 'search for sold listings',
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

export function reportText(checks: readonly Check[], recording: Recording): string {
  const of = (verdict: Check['verdict']): Check[] => checks.filter((check) => check.verdict === verdict);
  const [differing, unseen, confirmed] = [of('differs'), of('not_seen'), of('confirmed')];
  return [
    `Recording of ${sourceName(recording.marketplace)}, ${recording.recordedOn}, ${recording.entries.length} requests\n`,
    ...differing.flatMap((check) => [line('DIFFERS', check), ...check.differences.flatMap(differenceLines)]),
    ...unseen.map((check) => `${line('not seen', check)}${check.id in hints ? `: ${hints[check.id]}` : ''}`),
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

type Summary = { confirmed: number; different: number; notSeen: number; report: string };

/** Compares a recording that came from elsewhere. null if it is no recording. */
export function summarizeRecording(given: unknown): Summary | null {
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
