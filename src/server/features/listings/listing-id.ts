/** Ids are opaque to callers; whatever is none of ours is simply not there. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}
