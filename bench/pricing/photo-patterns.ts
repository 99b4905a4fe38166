// Judges the engine by what a photo tells it: a kind, sometimes with brand and condition, and nothing else.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { readCondition } from '#domain/pricing/facts/condition.ts';
import { readFacts } from '#domain/pricing/facts/facts.ts';
import { type Garment, garmentName, kindsLike } from '#domain/pricing/facts/garments.ts';
import type { PricingFit } from '#domain/pricing/fit/fit.ts';
import { type Field, itemOf, type PhotoFacts } from '#domain/pricing/photo/compose-photo.ts';
import { figuresOf, type Judged } from './figures.ts';

const patterns = {
  kindBrandCondition: { brand: true, condition: true, isKindCertain: true },
  kindBrand: { brand: true, condition: false, isKindCertain: true },
  kind: { brand: false, condition: false, isKindCertain: true },
  /** The photo shows no kind for certain, and one of its three guesses is right. Without a brand, there would be no price. */
  oneOfThreeKindsBrandCondition: { brand: true, condition: true, isKindCertain: false },
} as const;

type Pattern = (typeof patterns)[keyof typeof patterns];
type Guesses = ReadonlyMap<Garment, readonly Garment[]>;

const unknown = { value: null, source: 'unknown' } as const;
const hinted = <T>(value: T | undefined): Field<T> => (value === undefined ? unknown : { value, source: 'hint' });

/** Undefined if the row's category names no kind that a photo could show. */
const kindOf = ({ category, subcategory }: Comparable): Garment | undefined =>
  readFacts({ ...(category && { category }), ...(subcategory && { subcategory }) }).garment;

/** For each kind, itself and the two most common others that look most like it. None if the rows have fewer than three kinds. */
function guessesAmong(kinds: readonly Garment[]): Guesses {
  const common = [...Map.groupBy(kinds, (kind) => kind)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([kind]) => kind);
  if (common.length < 3) return new Map();
  return new Map(
    common.map((kind) => {
      const alike = kindsLike(kind);
      const others = common.filter((other) => other !== kind);
      const nearest = [
        ...others.filter((other) => alike.includes(other)),
        ...others.filter((other) => !alike.includes(other)),
      ];
      return [kind, [kind, ...nearest.slice(0, 2)]];
    }),
  );
}

/** The facts as a photo gives them. null if a photo could not show them so. */
function photoOf(row: Comparable, pattern: Pattern, guesses: Guesses): PhotoFacts | null {
  const { brand, condition } = row;
  const garment = kindOf(row);
  if (garment === undefined) return null;
  const guessed = pattern.isKindCertain ? [] : guesses.get(garment);
  if (guessed === undefined) return null;
  return {
    brand: hinted(pattern.brand ? brand : undefined),
    category: pattern.isKindCertain ? { value: garmentName(garment), source: 'photo' } : unknown,
    condition: hinted(pattern.condition && condition !== undefined ? readCondition(condition) : undefined),
    colorAndStyle: unknown,
    size: unknown,
    material: unknown,
    originalPrice: unknown,
    madeFor: unknown,
    kindGuesses: guessed,
    otherLabel: null,
    description: '',
  };
}

/** Held-out rows as photos of them would be priced, with every pattern of known fields. Rows whose kind is unknown are left out. */
export function judgePhotos(fit: PricingFit, held: readonly Comparable[]) {
  // By kind, because the engine keeps few fits and a kind may need one of its own.
  const rows = [...Map.groupBy(held, kindOf)].filter(([kind]) => kind !== undefined).flatMap(([, ofKind]) => ofKind);
  const guesses = guessesAmong(rows.flatMap((row) => kindOf(row) ?? []));
  return Object.entries(patterns).map(([name, pattern]) => ({
    name,
    asked: pattern.isKindCertain || guesses.size > 0 ? rows.length : 0,
    judged: rows.flatMap((row): Judged[] => {
      const facts = photoOf(row, pattern, guesses);
      const estimate = facts === null ? null : fit.estimate(itemOf(facts), row.state);
      return estimate?.kind === 'estimate' ? [{ price: row.price, estimate }] : [];
    }),
  }));
}

/** The figures of these photos; null if there are hardly any. */
export function photoFigures(fit: PricingFit, held: readonly Comparable[]) {
  const photos = judgePhotos(fit, held).filter(({ asked }) => asked >= 30);
  if (photos.length === 0) return null;
  return Object.fromEntries(photos.map(({ name, asked, judged }) => [name, briefly(figuresOf(judged, asked))]));
}

const briefly = ({
  confidence: _confidence,
  meanConfidence: _meanConfidence,
  worstWidthFifth: _worst,
  ...figures
}: ReturnType<typeof figuresOf>) => figures;
