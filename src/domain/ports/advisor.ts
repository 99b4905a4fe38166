import type { Cents } from '../money.ts';
import type { Condition } from '../pricing/facts/condition.ts';

/** What a model is shown, and nothing else of the seller. */
export type PhotoToDescribe = {
  /** JPEG bytes, made anew from the pixels: without metadata, at most 1,024 pixels on the longer side. */
  image: Uint8Array;
  /** The photo of a label or price tag, made anew in the same way. */
  tag?: Uint8Array;
  /** What the seller says it is; the model takes it as given. */
  brandHint?: string;
  conditionHint?: Condition;
  /** The time for the whole answer: after it the adapter gives up by itself, with `timeout`. */
  timeoutMs: number;
};

/**
 * What a model read off a photo. A field it does not know is left out; empty words, "unknown" and the like never come through.
 * Plain text of one line each, without control characters, cut to a sensible length by the adapter.
 */
export type DescribedFields = {
  brand?: string;
  /** What kind of thing it is, in words: "Denim jacket". */
  category?: string;
  condition?: Condition;
  colorAndStyle?: string;
  size?: string;
  /** At most a few sentences. */
  description?: string;
  /** What it cost new. */
  originalPrice?: Cents;
};

/** A price a model remembers or makes up: shown as its word, never as a sale. */
export type ModelComparable = { title: string; brand?: string; condition?: Condition; price: Cents };

/** Words for the log, never for the seller: nothing of the photo, the key or the answer stands in them. */
export type AdvisorTrouble = 'timeout' | 'unreachable' | 'refused' | 'rate_limited' | 'nonsense';

export type PhotoDescription =
  /** `model`: its name, as configured. */
  | { kind: 'ok'; fields: DescribedFields; comparables: ModelComparable[]; model: string }
  | { kind: 'failed'; reason: AdvisorTrouble };

/**
 * A hosted or local model that the operator has set up. It fills fields; price, interval and confidence stay with the engine.
 * `describePhoto` never rejects: whatever goes wrong is a `failed`.
 */
export type Advisor = {
  /** The model's name, as configured. */
  readonly model: string;
  describePhoto(photo: PhotoToDescribe): Promise<PhotoDescription>;
};
