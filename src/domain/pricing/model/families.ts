// The families of tokens: the table of all kinds of evidence that the price model can learn from.

/** The fact that a token's dollars are counted under in an explanation. */
export type Factor =
  | 'brand'
  | 'category'
  | 'model'
  | 'condition'
  | 'material'
  | 'size'
  | 'pieces'
  | 'title'
  | 'retail'
  | 'measures'
  | 'details'
  | 'seller'
  | 'time'
  | 'state';

/**
 * A kind of evidence. The tokens of a family share one variance, which is estimated from the comparables. A family that says
 * nothing about prices is therefore shrunk away as a whole. `assumed` is the standard deviation of its tokens' effects on the log
 * price before any data; it is judgment.
 */
type Family = { readonly factor: Factor; readonly assumed: number };

const family = (factor: Factor, assumed: number): Family => ({ factor, assumed });

const table = {
  brand: family('brand', 0.5),
  brandTier: family('brand', 0.6),
  brandUnlisted: family('brand', 0.3),
  department: family('category', 0.15),
  category: family('category', 0.4),
  subcategory: family('category', 0.35),
  garment: family('category', 0.3),
  garmentPrior: family('category', 0.3),
  wideKind: family('category', 0.3),
  model: family('model', 0.4),
  condition: family('condition', 0.2),
  material: family('material', 0.25),
  size: family('size', 0.1),
  detail: family('details', 0.1),
  seller: family('seller', 0.15),
  brandDepartment: family('brand', 0.15),
  brandCategory: family('brand', 0.25),
  brandSubcategory: family('brand', 0.25),
  brandCondition: family('condition', 0.1),
  brandMaterial: family('material', 0.2),
  brandSize: family('size', 0.1),
  brandDetail: family('details', 0.1),
  departmentCategory: family('category', 0.15),
  departmentSubcategory: family('category', 0.15),
  categoryCondition: family('condition', 0.1),
  subcategoryCondition: family('condition', 0.1),
  subcategoryMaterial: family('material', 0.2),
  subcategoryDetail: family('details', 0.1),
  brandSubcategoryMaterial: family('material', 0.15),
  brandSubcategoryCondition: family('condition', 0.1),
  modelMaterial: family('model', 0.2),
  modelCondition: family('condition', 0.1),
  modelSize: family('size', 0.15),
  modelMaterialCondition: family('condition', 0.1),
  pieces: family('pieces', 0.3),
  word: family('title', 0.2),
  wordPair: family('title', 0.15),
  brandWord: family('title', 0.15),
  categoryWord: family('title', 0.12),
  wholeTitle: family('title', 0.2),
  wholeTitleCondition: family('condition', 0.1),
  retailLevel: family('retail', 0.4),
  retail: family('retail', 0.3),
  categoryRetail: family('retail', 0.15),
  measure: family('measures', 0.15),
  modelMeasure: family('measures', 0.15),
  time: family('time', 0.05),
  timeSlope: family('time', 0.03),
  sold: family('state', 0.25),
  soldBrand: family('state', 0.1),
  soldCategory: family('state', 0.1),
  soldSubcategory: family('state', 0.1),
  soldCondition: family('state', 0.1),
  soldModel: family('state', 0.1),
} as const satisfies Record<string, Family>;

type FamilyName = keyof typeof table;

export const families: readonly Family[] = Object.values(table);

/** The number of each family: its index in `families`. */
export const familyNumber: Readonly<Record<FamilyName, number>> = numbered(table);

function numbered<Name extends string>(named: Record<Name, Family>): Record<Name, number> {
  const names = Object.keys(named);
  const pairs = names.map((name, index) => [name, index] as const);
  // `Object.fromEntries` loses the key type. The keys are the table's own.
  return Object.fromEntries(pairs) as Record<Name, number>;
}
