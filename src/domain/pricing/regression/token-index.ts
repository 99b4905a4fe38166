// Hashes tokens and numbers them: the columns of a design matrix.

/** A 32-bit hash of a text: FNV-1a, then the finalizer of MurmurHash3. The same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return finalize(hash);
}

/** A 32-bit hash of two hashes; their order matters. */
export const combineHashes = (first: number, second: number): number =>
  finalize(Math.imul(first, 0x9e3779b1) ^ (second + 0x7f4a7c15));

function finalize(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Numbers tokens in the order in which they are added. A token is a pair of 32-bit hashes. Among a million tokens, two collide
 * with a probability of one in thirty million. An open-addressing hash table in flat arrays, because a `Map` of strings took
 * more time than the whole regression.
 */
export class TokenIndex {
  #slots = new Int32Array(1 << 12).fill(-1);
  #first = new Int32Array(1 << 11);
  #second = new Int32Array(1 << 11);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The token's number, or -1 if it was never added. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)] ?? -1;
  }

  /** The token's number; a new token gets the next one. */
  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot] ?? -1;
    if (known >= 0) return known;
    if (this.#size === this.#first.length) {
      this.#grow();
      return this.add(first, second);
    }
    this.#first[this.#size] = first;
    this.#second[this.#size] = second;
    this.#slots[slot] = this.#size;
    return this.#size++;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = (first ^ Math.imul(second, 0x9e3779b1)) & mask;
    for (;;) {
      const known = this.#slots[slot] ?? -1;
      if (known < 0 || (this.#first[known] === first && this.#second[known] === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const [first, second] = [this.#first, this.#second];
    this.#first = new Int32Array(first.length * 2);
    this.#second = new Int32Array(second.length * 2);
    this.#first.set(first);
    this.#second.set(second);
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let token = 0; token < this.#size; token++)
      this.#slots[this.#slotOf(first[token] ?? 0, second[token] ?? 0)] = token;
  }
}
