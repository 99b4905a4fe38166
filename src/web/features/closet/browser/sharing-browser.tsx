// The browser that carries a closet's calls, and whether it is open.
import type { CompanionState } from '#domain/companion.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { companionsQuery } from './queries.ts';

const presence: Record<CompanionState | 'asleep', string> = {
  ready: 'open',
  asleep: 'closed or asleep',
  paused: 'paused',
  no_permission: 'needs you',
  signed_out: 'needs you',
  human_check: 'needs you',
};

const SharingBrowser = () => {
  const { data } = useSteadyQuery(companionsQuery());
  if (!data) return 'Your paired browser';
  const { companions } = data;
  const browser =
    companions.find(({ isWorking }) => isWorking) ?? companions.find(({ isAwake }) => isAwake) ?? companions[0];
  if (browser === undefined) return 'No paired browser';
  return `${browser.name}, ${presence[browser.isAwake ? browser.state : 'asleep']}`;
};

export default SharingBrowser;
