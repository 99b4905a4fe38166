import { Failure } from '#domain/failure.ts';

/** What is left of a body, and the pictures that were in it, by the names of their fields. */
type TakenApart = { rest: Uint8Array; pictures: Map<string, Uint8Array> };

type PictureTaker = {
  /** The next piece of the body, cut anywhere. */
  write(chunk: Uint8Array): void;
  /** Throws `invalid_image` where a picture is no base64: only now, so that the whole body has been read. */
  end(): TakenApart;
};

const [quote, backslash, slash, comma, colon] = [0x22, 0x5c, 0x2f, 0x2c, 0x3a];
const leastRoom = 4_096;
/** "data:image/jpeg;base64" and what else may stand before the comma. */
const mostHead = 100;

/**
 * Takes pictures out of a JSON object while it comes in: what follows the comma of a base64 data URL in one of the fields
 * `names` is decoded piece by piece, so that 12 MB never have to be parsed, copied and decoded in one go (some 40 ms in which
 * no share could be sent). The field keeps what stands before its picture. Of a picture only `most` bytes and one are kept,
 * which is enough to see that it is too large.
 */
export function createPictureTaker({
  names,
  most,
  expected = 0,
}: {
  names: readonly string[];
  most: number;
  /** Bytes that the body is said to have: a hint for how much room to make. */
  expected?: number;
}): PictureTaker {
  const rest: Uint8Array[] = [];
  const pictures = new Map<string, Uint8Array>();
  let state: 'plain' | 'string' | 'head' | 'picture' = 'plain';
  let depth = 0;
  let isEscaped = false;
  let isBroken = false;
  /** The bytes of the string that is being read or was read last, quotes left out. */
  let word: number[] = [];
  let key: string | null = null;
  const room = Math.max(leastRoom, Math.ceil((expected * 3) / 4));
  let decoder = base64Decoder(most, leastRoom);

  /** A copy: a piece of it must not keep the whole chunk alive. */
  const keep = (chunk: Buffer, from: number, to: number): void => {
    if (from < to) rest.push(Uint8Array.from(chunk.subarray(from, to)));
  };

  const plain = (byte: number): void => {
    if (byte === quote) {
      word = [];
      state = depth === 1 && key !== null && names.includes(key) ? 'head' : 'string';
    } else if (byte === colon && depth === 1) key = readKey(word);
    else if (byte === comma && depth === 1) key = null;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
  };

  const inString = (byte: number): void => {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) {
      state = 'plain';
      return;
    }
    // No name of ours is longer; the rest of a long text need not be kept twice.
    if (word.length < 200) word.push(byte);
  };

  const inHead = (byte: number): void => {
    const isBase64 = byte === comma && String.fromCharCode(...word).endsWith(';base64');
    if (isBase64) {
      state = 'picture';
      decoder = base64Decoder(most, room);
      return;
    }
    inString(byte);
    // The first comma ends the head of every data URL.
    if (state === 'head' && (byte === comma || word.length > mostHead)) state = 'string';
  };

  /** Decodes up to the end of the picture or of the chunk, and says where that is. */
  const takePicture = (chunk: Buffer, from: number): number => {
    let at = from;
    let end = indexOr(chunk, quote, at);
    while (at < chunk.length) {
      if (isEscaped) {
        // Some encoders write "\/"; no other escape belongs here.
        if (chunk[at] !== slash) {
          decoder.giveUp();
          at++;
          if (end < at) end = indexOr(chunk, quote, at);
        }
        isEscaped = false;
      }
      const stop = Math.min(end, indexOr(chunk, backslash, at));
      decoder.write(chunk.toString('latin1', at, stop));
      if (stop === end) break;
      isEscaped = true;
      at = stop + 1;
    }
    if (at >= chunk.length || end === chunk.length) return chunk.length;
    const bytes = decoder.end();
    if (bytes === null) isBroken = true;
    else pictures.set(key ?? '', bytes);
    state = 'plain';
    return end;
  };

  return {
    write(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let kept = 0;
      for (let at = 0; at < chunk.length; at++) {
        if (state === 'picture') {
          keep(chunk, kept, at);
          at = takePicture(chunk, at);
          kept = at;
          if (at >= chunk.length) break;
          continue;
        }
        const byte = chunk[at] ?? 0;
        if (state === 'plain') plain(byte);
        else if (state === 'string') inString(byte);
        else inHead(byte);
      }
      keep(chunk, kept, chunk.length);
    },
    end() {
      if (isBroken) throw new Failure('invalid_image', 'Failed to process the image. Please try a different file.');
      return { rest: Buffer.concat(rest), pictures };
    },
  };
}

const indexOr = (chunk: Buffer, byte: number, from: number): number => {
  const found = chunk.indexOf(byte, from);
  return found < 0 ? chunk.length : found;
};

function readKey(word: readonly number[]): string {
  const text = Buffer.from(word).toString();
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

type Decoder = {
  write(text: string): void;
  /** What comes is no base64. */
  giveUp(): void;
  /** null: it was none. */
  end(): Uint8Array | null;
};

/**
 * Decodes base64 that comes in pieces, into one buffer of the size that is expected: pieces put together at the end would be
 * twice the garbage, and the collector's pauses with them.
 */
function base64Decoder(most: number, expected: number): Decoder {
  let bytes = Buffer.allocUnsafeSlow(Math.min(most + 3, expected));
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
    // Of a picture that is too large the rest is not looked at.
    if (isBroken || size > most) return;
    if (size + length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size + length, Math.min(most + 3, 2 * bytes.length)));
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    // Node passes over what is no base64; then there are fewer bytes than signs call for.
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
