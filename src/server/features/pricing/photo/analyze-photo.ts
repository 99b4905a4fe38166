// Prices an item from its photo.

import type { PhotoAnalysis } from '#contract/schemas/pricing.ts';
import { Failure } from '#domain/failure.ts';
import type { Advisor, AdvisorTrouble } from '#domain/ports/advisor.ts';
import type { PlainValue } from '#domain/ports/pricing-engine.ts';
import type { Sighting, Vision } from '#domain/ports/vision.ts';
import type { Comparable, Item } from '#domain/pricing/facts/comparable.ts';
import type { Condition } from '#domain/pricing/facts/condition.ts';
import { composePhoto, itemOf } from '#domain/pricing/photo/compose-photo.ts';
import { advisePhoto, type PhotoPriced, wideRange } from '#domain/pricing/photo/photo-advice.ts';
import { fieldsToDto, marketToDto, priceToDto } from './photo-to-dto.ts';

/** The engine's answer about an item in no closet: its value and the most similar comparables, nearest first. */
type Appraisal = { value: PlainValue; near: readonly Comparable[] };

type PhotoToPrice = {
  image: Uint8Array;
  tag: Uint8Array | undefined;
  brandHint?: string | undefined;
  conditionHint?: Condition | undefined;
  /** The seller agreed to send the photo to the AI model. */
  useModel: boolean;
};

export type AnalyzePhoto = (userId: string, photo: PhotoToPrice) => Promise<PhotoAnalysis>;

const modelTimeoutMs = 20_000;
/** All numbers about comparables are computed from those that are shown. */
const shownComparables = 12;

/**
 * Reads the photo, asks the AI model if the seller agreed to it, combines the fields, and prices the item. The photo is never
 * stored. The call throws `invalid_image`.
 */
export function createPhotoAnalysis({
  vision,
  advisor,
  appraise,
  demandFor,
  hasRoom = () => true,
  log,
}: {
  vision: Vision;
  advisor: Advisor | null;
  appraise(userId: string, item: Item, count: number): Promise<Appraisal>;
  /** The demand for the kind of item that `kind` describes. */
  demandFor(userId: string, kind: string): Promise<PhotoAnalysis['marketDemand']>;
  /** Whether the disk has room: decoding needs some. */
  hasRoom?: () => boolean;
  log: { warn(fields: object, message: string): void };
}): AnalyzePhoto {
  return async (userId, photo) => {
    if (!hasRoom())
      throw new Failure('busy', 'The server’s disk is almost full, so photos have to wait. Tell your administrator.', {
        retryAfterMs: 15 * 60_000,
      });
    const { image, tag } = photo;
    const asks = photo.useModel && advisor !== null;
    const sighting = await vision.look({ image, ...(tag && { tag }), forModel: asks });
    const said = asks ? await ask(advisor, sighting, photo) : null;
    if (said?.kind === 'failed') log.warn({ reason: said.reason }, 'Model did not describe a photo');
    const facts = composePhoto({
      hints: { brand: photo.brandHint, condition: photo.conditionHint },
      sighting,
      model: said?.kind === 'ok' ? said.fields : null,
    });
    const [{ value, near }, demand] = await Promise.all([
      appraise(userId, itemOf(facts), shownComparables),
      facts.category.value === null ? ('unknown' as const) : demandFor(userId, facts.category.value),
    ]);
    return {
      ...priceToDto(value),
      ...fieldsToDto(facts),
      marketDemand: demand,
      recommendations: advisePhoto({
        facts,
        hasTag: tag !== undefined,
        shows: sighting.shows,
        priced: pricedOf(value),
      }),
      marketData: marketToDto(near, said?.kind === 'ok' ? said.comparables : []),
      engine: said?.kind === 'ok' ? said.model : 'embedded',
      ...noteFor(photo.useModel, advisor, said),
    };
  };
}

type Said = Awaited<ReturnType<Advisor['describePhoto']>>;

const ask = async (advisor: Advisor, { pictures }: Sighting, photo: PhotoToPrice): Promise<Said> =>
  pictures === null
    ? { kind: 'failed', reason: 'nonsense' }
    : await advisor.describePhoto({
        ...pictures,
        ...(photo.brandHint && { brandHint: photo.brandHint }),
        ...(photo.conditionHint && { conditionHint: photo.conditionHint }),
        timeoutMs: modelTimeoutMs,
      });

const troubles: Readonly<Record<AdvisorTrouble, string>> = {
  timeout: 'The AI model didn’t answer in time',
  unreachable: 'The AI model couldn’t be reached',
  refused: 'The AI model refused to answer',
  rate_limited: 'The AI model is busy right now',
  nonsense: 'The AI model’s answer couldn’t be used',
};

function noteFor(useModel: boolean, advisor: Advisor | null, said: Said | null): { note?: string } {
  if (!useModel || said?.kind === 'ok') return {};
  const why = advisor === null || said === null ? 'No AI model is set up on this site' : troubles[said.reason];
  return { note: `${why}, so this answer is Hangtag’s own.` };
}

const pricedOf = (value: PlainValue): PhotoPriced =>
  value.kind === 'abstained'
    ? { kind: 'abstained', evidence: value.evidence }
    : {
        kind: 'estimate',
        basis: value.basis,
        fromAsksOnly: value.fromAsksOnly,
        isWide: value.range.high > wideRange * value.range.low,
        evidence: value.evidence,
      };
