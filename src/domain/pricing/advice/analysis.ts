// Composes the market analysis of one listing.

import { type Cents, fromDollars, inWholeDollars } from '../../money.ts';
import type { Instant } from '../../ports/clock.ts';
import type { Agreement } from '../evidence/agreement-index.ts';
import type { NearComparable } from '../evidence/nearest.ts';
import { outsideMessage } from '../evidence/support.ts';
import { brandName } from '../facts/brands.ts';
import type { Comparable, Item } from '../facts/comparable.ts';
import { readFacts } from '../facts/facts.ts';
import type { Garment } from '../facts/garments.ts';
import type { PricingFit, Valuation } from '../fit/fit.ts';
import type { PriceRange } from '../model/predictive-distribution.ts';
import { seasons } from '../prior.ts';
import { type Advice, advise } from './advice.ts';
import type { Offered } from './decide.ts';
import type { Demand } from './demand.ts';
import { adviceMessages } from './reason-messages.ts';
import { shownPrice } from './shown-prices.ts';

export type MarketAnalysis = {
  advice: Advice;
  /** Percent, with its sign; 0 if the price stays. */
  percentage: number;
  value: Valuation;
  /** What sellers usually ask for it; null if the engine abstains. */
  usualAsk: Cents | null;
  insights: { demandLevel: Demand['level']; brandValue: string; seasonality: string; competitiveness: string };
  /** Each comparable with the price of this item according to it, plus or minus half the usual error. */
  comparables: { comparable: Comparable; adjusted: Cents; range: PriceRange }[];
  /** What all of the comparables have in common with the item; null without any. */
  agreement: Agreement | null;
  recommendations: string[];
};

export function analyzeListing(
  fit: PricingFit,
  { item, listing, demand, now }: { item: Item; listing: Offered; demand: Demand; now: Instant },
): MarketAnalysis {
  const value = fit.estimate(item);
  const ask = fit.estimate(item, 'ask');
  const advice = advise({ listing, value: { sale: value, ask }, demand });
  const near = fit.nearest(item, 6);
  return {
    advice,
    usualAsk: ask.kind === 'abstained' ? null : ask.price,
    agreement: near[0]?.agreement ?? null,
    percentage: ((advice.suggested - listing.price) / listing.price) * 100,
    value,
    insights: {
      demandLevel: demand.level,
      brandValue: brandMessage(fit, item),
      seasonality: seasonMessage(seasonOf(readFacts(item).garment, now)),
      competitiveness: competitionMessage(near, listing.price, roomOf(value, ask)),
    },
    comparables: near.map(({ comparable, adjusted }) => ({ comparable, adjusted, range: around(adjusted, value) })),
    recommendations: [...adviceMessages(advice, listing.cost), ...outsideOf(value, near)],
  };
}

/** The price that it would sell for is on the sheet beside the comparables. */
function outsideOf(value: Valuation, near: readonly NearComparable[]): string[] {
  if (value.kind === 'abstained') return [];
  const price = shownPrice(value.price);
  return outsideMessage(price, near, {
    ...value.evidence,
    called: `The likely selling price, ${inWholeDollars(price)},`,
  });
}

function brandMessage(fit: PricingFit, item: Item): string {
  const folded = readFacts(item).brand;
  if (folded === undefined) return 'Brand not known.';
  const brand = brandName(folded);
  const part = fit.explain(item)?.parts.find(({ factor }) => factor === 'brand');
  if (part === undefined) return 'Not enough comps to tell what the brand is worth.';
  // In dollars only, because a percentage would need a base. The same dollars are a row of how the price adds up.
  const dollars = Math.abs(Math.round(part.dollars));
  if (dollars === 0) return `${brand} makes little difference.`;
  const amount = inWholeDollars(fromDollars(dollars));
  return part.dollars > 0
    ? `${brand} adds about ${amount} to the price.`
    : `${brand} takes about ${amount} off the price.`;
}

/** The asking price divided by the sale price: how far sellers come down. 1 if either is unknown. */
const roomOf = (sale: Valuation, ask: Valuation): number =>
  sale.kind === 'estimate' && ask.kind === 'estimate' ? ask.price / sale.price : 1;

/** Ranks the price among the asking prices of its nearest comparables. A sale counts as what it was probably listed for. */
function competitionMessage(near: readonly NearComparable[], price: Cents, room: number): string {
  if (near.length < 3) return 'Not enough comps to compare the price with.';
  const cheaper = near.filter(({ adjusted }) => adjusted * room < price).length;
  return placeAmong(cheaper, near.length, adjustedFacts[near[0]?.agreement ?? 'brand_and_kind']);
}

/** What comparables are adjusted to before they are compared, by what they have in common with the item. */
const adjustedFacts: Readonly<Record<Agreement, string>> = {
  brand_and_kind: 'condition',
  any_brand: 'condition',
  brand: 'type, condition,',
  brand_and_related_kind: 'type, condition,',
  related_kind: 'type, condition,',
};

/** The closest comparables are first adjusted to this item's facts (`facts`), and sales to what was asked before. */
function placeAmong(cheaper: number, all: number, facts: string): string {
  const adjusted = `(adjusted for ${facts} and room for offers)`;
  if (cheaper === all) return `Priced above all ${all} closest comps ${adjusted}.`;
  if (cheaper === 0) return `Priced no higher than any of the ${all} closest comps ${adjusted}.`;
  return `Priced above ${cheaper} of the ${all} closest comps ${adjusted}.`;
}

function around(adjusted: Cents, value: Valuation): PriceRange {
  if (value.kind === 'abstained') return { low: adjusted, high: adjusted };
  return {
    low: Math.round((adjusted * value.half.low) / value.price),
    high: Math.round((adjusted * value.half.high) / value.price),
  };
}

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
