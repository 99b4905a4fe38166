// Says in which season an item sells.

import type { Instant } from '../../../ports/clock.ts';
import type { Garment } from '../../facts/garments/garments.ts';
import { seasons } from '../../prior/prior-tables.ts';

type Season = {
  name: string;
  /** 1.3: sells about 30 % better than in an average month. */
  factor: number;
  bestMonth: number;
};

/** Null if the calendar has no season for the garment, and undefined if the garment is not known. */
export function seasonOf(garment: Garment | undefined, now: Instant): Season | null | undefined {
  if (garment === undefined) return undefined;
  const season = seasons.find(({ garments }) => garments.includes(garment));
  if (season === undefined) return null;
  const month = new Date(now).getUTCMonth();
  return {
    name: season.name,
    factor: season.months[month] ?? 1,
    bestMonth: season.months.indexOf(Math.max(...season.months)),
  };
}

const months = 'January February March April May June July August September October November December'.split(' ');

export function seasonMessage(season: Season | null | undefined): string {
  if (season === undefined) return 'Item type not known.';
  if (season === null) return 'No clear season.';
  const phase = season.factor >= 1.1 ? 'In season' : season.factor <= 0.9 ? 'Out of season' : 'Between seasons';
  return `${phase}. ${season.name.charAt(0).toUpperCase()}${season.name.slice(1)} peak around ${months[season.bestMonth] ?? ''}.`;
}
