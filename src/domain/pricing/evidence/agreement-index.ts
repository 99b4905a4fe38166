// Finds the comparables that agree with an item, and counts them, without looking at each of them.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { type Garment, kindsBelow } from '../facts/garments/garments.ts';
import { once } from '../keep-recent.ts';
import { agreementOf, type Shared, signatureOf } from './agreement.ts';
import { type Agreement, agreements } from './agreements.ts';

type Count = { all: number; sold: number };
/** How many comparables have the same type, and how many the same brand as well. */
export type AgreementCounts = { sameKind: Count; sameBrandAndKind: Count };

/** Comparables by the numbers of their rows. */
type Agreeing = { agreement: Agreement; rows: readonly number[] };

export type AgreementIndex = {
  countFor(item: Facts): AgreementCounts;
  /** Those that agree best with the item, all in the same way; null if none agrees. */
  bestFor(item: Facts): Agreeing | null;
};

/** Comparables that agree with every item in the same way. */
type Twins = { facts: Facts; rows: number[]; sold: number };

/** Comparables are grouped when the first item of their kind, or of one related to it, is asked about. */
export function indexAgreements(rows: readonly { facts: Facts; state: PriceState }[]): AgreementIndex {
  const twinsByKind = [...Map.groupBy(rows.keys(), (row) => rows[row]?.facts.garment)].map(([kind, ofKind]) => ({
    kind,
    twins: once(() => twinsAmong(rows, ofKind)),
  }));
  const agreeingWith = (item: Facts): (Twins & { agreement: Shared })[] =>
    twinsByKind
      .filter(({ kind }) => mayAgree(kind, item.garment))
      .flatMap(({ twins }) => twins())
      .flatMap((twins) => {
        const agreement = agreementOf(twins.facts, item);
        return agreement === null ? [] : [{ ...twins, agreement }];
      });
  return {
    countFor(item) {
      const found = agreeingWith(item);
      return {
        sameKind: sumOf(found.filter(({ agreement }) => ofSameKind.has(agreement))),
        sameBrandAndKind: sumOf(found.filter(({ agreement }) => agreement === 'brand_and_kind')),
      };
    },
    bestFor(item) {
      const found = Map.groupBy(agreeingWith(item), ({ agreement }) => agreement);
      const agreement = agreements.find((each) => found.has(each));
      return agreement === undefined
        ? null
        : { agreement, rows: (found.get(agreement) ?? []).flatMap(({ rows: own }) => own) };
    },
  };
}

const ofSameKind: ReadonlySet<Shared> = new Set(['brand_and_kind', 'any_brand', 'other_brand']);

/** An item of no kind that we know may agree with anything in its category or of its brand. */
const mayAgree = (comparable: Garment | undefined, item: Garment | undefined): boolean =>
  item === undefined ||
  (comparable !== undefined &&
    (comparable === item || kindsBelow(item).includes(comparable) || kindsBelow(comparable).includes(item)));

function twinsAmong(rows: readonly { facts: Facts; state: PriceState }[], of: readonly number[]): Twins[] {
  const bySignature = new Map<string, Twins>();
  for (const row of of) {
    const comparable = rows[row];
    if (comparable === undefined) continue;
    const { facts, state } = comparable;
    const signature = signatureOf(facts);
    const twins = bySignature.get(signature) ?? { facts, rows: [], sold: 0 };
    bySignature.set(signature, twins);
    twins.rows.push(row);
    if (state === 'sold') twins.sold++;
  }
  return [...bySignature.values()];
}

function sumOf(found: readonly Twins[]): Count {
  const count: Count = { all: 0, sold: 0 };
  for (const { rows, sold } of found) {
    count.all += rows.length;
    count.sold += sold;
  }
  return count;
}
