// Takes pictures out of a JSON body while it arrives.
import { Failure } from '#domain/failure.ts';
import { base64Decoder } from './base64-decoder.ts';

/** The body without its pictures, and the pictures by the names of their fields. */
type TakenApart = { rest: Uint8Array; pictures: Map<string, Uint8Array> };

type PictureTaker = {
  /** Takes the next piece of the body. It may be cut anywhere. */
  write(chunk: Uint8Array): void;
  /** Throws `invalid_image` if a picture is not base64. Not earlier, because the whole body has to be read first. */
  end(): TakenApart;
};

const [quote, backslash, slash, comma, colon] = [0x22, 0x5c, 0x2f, 0x2c, 0x3a];
const leastRoom = 4_096;
/** In bytes, for "data:image/jpeg;base64" and other prefixes of a data URL. */
const mostHead = 100;

/**
 * Decodes the base64 data URLs in the fields `names` piece by piece. Parsing, copying, and decoding 12 MB at once would take
 * about 40 ms in which no share could be sent. Each field keeps the prefix of its data URL. Of each picture `most` bytes and
 * one more are kept, which is enough to know that it is too large.
 */
export function createPictureTaker({
  names,
  most,
  expected = 0,
}: {
  names: readonly string[];
  most: number;
  /** The body's claimed length in bytes: a hint for the size of the buffer. */
  expected?: number;
}): PictureTaker {
  const rest: Uint8Array[] = [];
  const pictures = new Map<string, Uint8Array>();
  let state: 'plain' | 'string' | 'head' | 'picture' = 'plain';
  let depth = 0;
  let isEscaped = false;
  let isBroken = false;
  /** The bytes of the current or last string, without its quotes. */
  let word: number[] = [];
  let key: string | null = null;
  const room = Math.max(leastRoom, Math.ceil((expected * 3) / 4));
  let decoder = base64Decoder(most, leastRoom);

  /** Copies, because a slice would keep the whole chunk in memory. */
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
    // No field name is longer than this.
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

  /** Decodes up to the end of the picture or the chunk. Returns that position. */
  const takePicture = (chunk: Buffer, from: number): number => {
    let at = from;
    let end = indexOr(chunk, quote, at);
    while (at < chunk.length) {
      if (isEscaped) {
        // Some encoders write "\/" for a slash. No other escape is base64.
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
