// Decodes base64 that arrives in pieces.
type Base64Decoder = {
  write(text: string): void;
  /** The caller found out that this is not base64. */
  giveUp(): void;
  /** The decoded bytes; null if the text was not base64. */
  end(): Uint8Array | null;
};

/**
 * Decodes into one buffer of the expected size: joining pieces at the end would make twice the garbage, and longer pauses of
 * the garbage collector. Keeps `most` bytes and one more.
 */
export function base64Decoder(most: number, expected: number): Base64Decoder {
  let bytes = ownMapping(Math.min(most + 3, expected));
  let size = 0;
  let carried = '';
  let isOver = false;
  let isBroken = false;
  const decode = (text: string): void => {
    if (text === '' || isBroken) return;
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
    const length = Math.floor((text.length * 3) / 4) - padding;
    if (isOver) isBroken = true;
    isOver = padding > 0;
    // Stops decoding a picture that is too large.
    if (isBroken || size > most) return;
    if (size + length > bytes.length) {
      const larger = ownMapping(Math.max(size + length, Math.min(most + 3, 2 * bytes.length)));
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    // Node skips characters that are not base64, and then writes fewer bytes than the length promises.
    if (bytes.write(text, size, 'base64') !== length) isBroken = true;
    size += length;
  };
  return {
    write(text) {
      const all = carried + text;
      const whole = all.length - (all.length % 4);
      carried = all.slice(whole);
      decode(all.slice(0, whole));
    },
    giveUp() {
      isBroken = true;
    },
    end() {
      decode(carried);
      return isBroken || carried.length === 1 ? null : bytes.subarray(0, Math.min(size, most + 1));
    },
  };
}

/**
 * A mapping of its own, as V8 makes for buffers that may be resized, goes back to the system when it is freed. glibc keeps what it
 * allocates in steps of up to 32 MB once a large piece was freed, with small pieces in between: after 20 photos of 7 MB, 170 MB stayed
 * in the server, and now 40.
 */
const ownMapping = (bytes: number): Buffer<ArrayBuffer> =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }));
