// Judges the engine by what a photo tells it: a kind, sometimes with brand and condition, and nothing else.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { readCondition } from '#domain/pricing/facts/condition.ts';
import { readFacts } from '#domain/pricing/facts/facts.ts';
import { garmentName } from '#domain/pricing/facts/garments/garment-names.ts';
import type { PricingFit } from '#domain/pricing/fit.ts';
import { type Field, itemOf, type PhotoFacts } from '#domain/pricing/photo/compose-photo.ts';
import { figuresOf, type Judged } from '../figures.ts';

const patterns = {
  kindBrandCondition: { brand: true, condition: true },
  kindBrand: { brand: true, condition: false },
  kind: { brand: false, condition: false },
} as const;

type Pattern = (typeof patterns)[keyof typeof patterns];

const unknown = { value: null, source: 'unknown' } as const;
const hinted = <T>(value: T | undefined): Field<T> => (value === undefined ? unknown : { value, source: 'hint' });

/** The facts as a photo gives them. null if the row's category names no kind that a photo could show. */
function photoOf({ brand, category, subcategory, condition }: Comparable, pattern: Pattern): PhotoFacts | null {
  const { garment } = readFacts({ ...(category && { category }), ...(subcategory && { subcategory }) });
  if (garment === undefined) return null;
  return {
    brand: hinted(pattern.brand ? brand : undefined),
    category: { value: garmentName(garment), source: 'photo' },
    condition: hinted(pattern.condition && condition !== undefined ? readCondition(condition) : undefined),
    colorAndStyle: unknown,
    size: unknown,
    material: unknown,
    originalPrice: unknown,
    forKids: false,
    kindGuesses: [],
    otherLabel: null,
    description: '',
  };
}

/** Held-out rows as photos of them would be priced, with every pattern of known fields. Rows whose kind is unknown are left out. */
export function judgePhotos(fit: PricingFit, held: readonly Comparable[]) {
  // By kind, because the engine keeps few fits and a kind may need one of its own.
  const rows = [...Map.groupBy(held, (row) => photoOf(row, patterns.kind)?.category.value)]
    .filter(([kind]) => kind !== undefined)
    .flatMap(([, ofKind]) => ofKind);
  return Object.entries(patterns).map(([name, pattern]) => ({
    name,
    asked: rows.length,
    judged: rows.flatMap((row): Judged[] => {
      const facts = photoOf(row, pattern);
      const estimate = facts === null ? null : fit.estimate(itemOf(facts), row.state);
      return estimate?.kind === 'estimate' ? [{ price: row.price, estimate }] : [];
    }),
  }));
}

/** The figures of these photos; null if there are hardly any. */
export function photoFigures(fit: PricingFit, held: readonly Comparable[]) {
  const photos = judgePhotos(fit, held);
  if (photos.some(({ asked }) => asked < 30)) return null;
  return Object.fromEntries(photos.map(({ name, asked, judged }) => [name, briefly(figuresOf(judged, asked))]));
}

const briefly = ({
  confidence: _confidence,
  meanConfidence: _meanConfidence,
  worstWidthFifth: _worst,
  ...figures
}: ReturnType<typeof figuresOf>) => figures;
