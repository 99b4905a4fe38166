// Port: a vision language model that describes photos.

import type { Cents } from '../../money.ts';
import type { Condition } from '../../pricing/facts/condition.ts';

/** Everything a model receives. It gets nothing else about the seller. */
export type PhotoToDescribe = {
  /** JPEG bytes, re-encoded from the pixels: no metadata, at most 1,024 pixels on the longer side. */
  image: Uint8Array;
  /** Photo of a label or price tag, re-encoded in the same way. */
  tag?: Uint8Array;
  /** The seller's hints. The model takes them as given. */
  brandHint?: string;
  conditionHint?: Condition;
  /** Deadline of the whole answer. After it the adapter gives up with `timeout`. */
  timeoutMs: number;
};

/**
 * What a model recognized in a photo. Unknown fields are left out; the adapter drops empty values and words such as
 * "unknown". Each field is one line of plain text without control characters, truncated by the adapter.
 */
export type DescribedFields = {
  brand?: string;
  /** Kind of item in words, such as "Denim jacket". */
  category?: string;
  condition?: Condition;
  colorAndStyle?: string;
  size?: string;
  /** At most a few sentences. */
  description?: string;
  originalPrice?: Cents;
};

/** A price that the model remembers or invents. Shown as the model's claim, never as a sale. */
export type ModelComparable = { title: string; brand?: string; condition?: Condition; price: Cents };

/** The reason for the log, never for the seller. It contains no part of the photo, the key, or the answer. */
export type AdvisorFailure = 'timeout' | 'unreachable' | 'refused' | 'rate_limited' | 'nonsense';

type PhotoDescription =
  /** `model` is the configured name. */
  | { kind: 'ok'; fields: DescribedFields; comparables: ModelComparable[]; model: string }
  | { kind: 'failed'; reason: AdvisorFailure };

/**
 * A hosted or local model that the operator configured. It fills in fields. Only the engine decides price, interval, and
 * confidence. `describePhoto` never rejects: every error is a `failed`.
 */
export type Advisor = {
  readonly model: string;
  describePhoto(photo: PhotoToDescribe): Promise<PhotoDescription>;
};
