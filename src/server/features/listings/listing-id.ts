/** Tells whether a text can be a listing's id. Ids are opaque to callers: anything else is answered as not found. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}
