// Translates requests and replies of the practice marketplace, so that it talks as a profile describes.

import { type Dialect, practiceDialect } from '../../profile/dialect.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from './exchange.ts';

const dialects = new WeakMap<Profile, Dialect>();

function dialectOf(profile: Profile): Dialect {
  const known = dialects.get(profile) ?? practiceDialect(profile);
  dialects.set(profile, known);
  return known;
}

const ownPages = ['/create-listing', '/feed'] as const;

/**
 * Rewrites the request as this marketplace knows it. Returns false if the profile's marketplace has nothing at that address.
 * Without a profile it changes nothing.
 */
export function translate(exchange: Exchange): boolean {
  const { profile } = exchange.world.settings;
  if (profile === null) return true;
  const dialect = dialectOf(profile);
  const call = dialect.find(exchange.method, exchange.path);
  if (call !== null) {
    Object.assign(exchange, dialect.address(call, exchange));
    exchange.translation = { body: (text) => dialect.body(call, text), reply: (text) => dialect.reply(call, text) };
    return true;
  }
  const pages = profile.switches.bootstrapPaths;
  const index = pages?.indexOf(exchange.path) ?? -1;
  if (index >= 0) exchange.path = index === 0 ? ownPages[0] : ownPages[1];
  else if (pages !== undefined && ownPages.some((page) => page === exchange.path)) return false;
  return !exchange.path.startsWith('/vm-rest/');
}
