// The time zones that the browser knows.
import { isTimeZone } from '#domain/time.ts';

/** The IANA zone of this device, such as America/New_York; null if the browser doesn't say, or names one that it can't use. */
export const deviceZone = (): string | null => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isTimeZone(zone) ? zone : null;
};

/** Most sellers on Poshmark are in one of these. */
const nearby = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

const regionOf = (zone: string): string => zone.split('/')[0] ?? zone;

/** Every zone that a seller can choose, in groups by region: the usual ones first, then the rest of the world by its cities. */
export const zoneGroups = (own: string): { region: string | null; zones: string[] }[] => {
  const usual = [...new Set([own, deviceZone() ?? own, ...nearby])];
  // Browsers before 2022 have no list.
  const all = Intl.supportedValuesOf?.('timeZone') ?? [];
  const others = [...all, 'UTC'].filter((zone) => !usual.includes(zone)).sort();
  const regions = [...new Set(others.map(regionOf))];
  return [
    { region: null, zones: usual },
    ...regions.map((region) => ({ region, zones: others.filter((zone) => regionOf(zone) === region) })),
  ];
};
