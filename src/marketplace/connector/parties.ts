// Reads the parties that the marketplace shows (10).

import { isObject } from '#domain/json.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketParty, MarketResult, PartyTheme } from '#domain/ports/marketplace.ts';
import { failure } from '../protocol/classify.ts';
import { Parties, type Party } from '../protocol/protocol.ts';
import { type Caller, traced } from './caller.ts';
import { readTime } from './listing-from-post.ts';

export async function readParties(caller: Caller): Promise<MarketResult<MarketParty[]>> {
  const verdict = await caller.call({ method: 'GET', path: '/vm-rest/current_parties/us' });
  if (verdict.kind !== 'ok') return verdict;
  const found = Parties.safeParse(verdict.json).data?.data;
  if (found === undefined) return failure('protocol_changed');
  const now = caller.context.clock.now();
  const parties = found.flatMap((party) => (party === null ? [] : (partyFrom(party, now) ?? [])));
  // One party that can't be read doesn't matter. If none can, they have another shape now.
  return parties.length === 0 && found.length > 0 ? failure('protocol_changed') : traced(parties, verdict);
}

const statuses = ['upcoming', 'ongoing', 'ended'] as const;

function partyFrom({ id, title, theme, ...party }: Party, now: Instant): MarketParty | null {
  const [startsAt, endsAt] = [readTime(party.start_at), readTime(party.end_at)];
  if (startsAt === undefined || endsAt === undefined || endsAt <= startsAt) return null;
  const status = party.current_status;
  const said = statuses.find((known) => known === status);
  const byTime = now < startsAt ? 'upcoming' : now < endsAt ? 'ongoing' : 'ended';
  const read = themeFrom(theme);
  if (said === undefined && isSomething(status)) read.unknown.push('current_status');
  return { id, title, startsAt, endsAt, status: said ?? byTime, theme: read };
}

const knownRules = { brands: 'brands', categories_v2: 'categories', size_set_tags: 'sizes' } as const;

/** A rule that isn't a list of texts, and a theme that isn't there, can't be understood either. */
function themeFrom(theme: unknown): PartyTheme {
  const read: PartyTheme = { brands: [], categories: [], sizes: [], unknown: [] };
  if (!isObject(theme)) return { ...read, unknown: ['theme'] };
  for (const [name, rule] of Object.entries(theme)) {
    if (!isSomething(rule)) continue;
    const key = Object.hasOwn(knownRules, name) ? knownRules[name as keyof typeof knownRules] : undefined;
    const isReadable = Array.isArray(rule) && rule.every((one) => typeof one === 'string' && one.trim() !== '');
    if (key === undefined || !isReadable) read.unknown.push(name);
    else read[key] = rule.map((one) => one.trim());
  }
  return read;
}

const isSomething = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
};
