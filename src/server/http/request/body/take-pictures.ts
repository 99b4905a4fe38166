// Takes pictures out of a JSON body while it arrives.

import { Failure } from '#domain/failure.ts';

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

type PictureFields = {
  names: readonly string[];
  most: number;
  /** The body's claimed length in bytes: a hint for the size of the buffer. */
  expected?: number;
};

type Reading = {
  names: readonly string[];
  most: number;
  /** The first size of a picture's buffer, in bytes. */
  room: number;
  at: 'plain' | 'string' | 'head' | 'picture';
  depth: number;
  isEscaped: boolean;
  isBroken: boolean;
  /** The bytes of the current or last string, without its quotes. */
  word: number[];
  key: string | null;
  decoder: ReturnType<typeof base64Decoder>;
  rest: Uint8Array[];
  pictures: Map<string, Uint8Array>;
};

/**
 * Decodes the base64 data URLs in the fields `names` piece by piece. Parsing, copying, and decoding 12 MB at once would take
 * about 40 ms in which no share could be sent. Each field keeps the prefix of its data URL. Of each picture `most` bytes and
 * one more are kept, which is enough to know that it is too large.
 */
export function createPictureTaker({ names, most, expected = 0 }: PictureFields): PictureTaker {
  const reading: Reading = {
    names,
    most,
    room: Math.max(leastRoom, Math.ceil((expected * 3) / 4)),
    at: 'plain',
    depth: 0,
    isEscaped: false,
    isBroken: false,
    word: [],
    key: null,
    decoder: base64Decoder(most, leastRoom),
    rest: [],
    pictures: new Map(),
  };
  return {
    write: (bytes) => readChunk(reading, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    end() {
      const { isBroken, rest, pictures } = reading;
      if (isBroken) throw new Failure('invalid_image', 'Failed to process the image. Please try a different file.');
      return { rest: Buffer.concat(rest), pictures };
    },
  };
}

function readChunk(reading: Reading, chunk: Buffer): void {
  let kept = 0;
  for (let at = 0; at < chunk.length; at++) {
    if (reading.at === 'picture') {
      keep(reading, chunk, kept, at);
      at = readPicture(reading, chunk, at);
      kept = at;
      if (at >= chunk.length) break;
      continue;
    }
    const byte = chunk[at] ?? 0;
    if (reading.at === 'plain') readPlain(reading, byte);
    else if (reading.at === 'string') readString(reading, byte);
    else readHead(reading, byte);
  }
  keep(reading, chunk, kept, chunk.length);
}

/** Copies, because a slice would keep the whole chunk in memory. */
function keep({ rest }: Reading, chunk: Buffer, from: number, to: number): void {
  if (from < to) rest.push(Uint8Array.from(chunk.subarray(from, to)));
}

function readPlain(reading: Reading, byte: number): void {
  const { depth, key, names } = reading;
  if (byte === quote) {
    reading.word = [];
    reading.at = depth === 1 && key !== null && names.includes(key) ? 'head' : 'string';
  } else if (byte === colon && depth === 1) reading.key = readKey(reading.word);
  else if (byte === comma && depth === 1) reading.key = null;
  else if (byte === 0x7b || byte === 0x5b) reading.depth++;
  else if (byte === 0x7d || byte === 0x5d) reading.depth--;
}

function readString(reading: Reading, byte: number): void {
  if (reading.isEscaped) reading.isEscaped = false;
  else if (byte === backslash) reading.isEscaped = true;
  else if (byte === quote) {
    reading.at = 'plain';
    return;
  }
  // No field name is longer than this.
  if (reading.word.length < 200) reading.word.push(byte);
}

function readHead(reading: Reading, byte: number): void {
  const isBase64 = byte === comma && String.fromCharCode(...reading.word).endsWith(';base64');
  if (isBase64) {
    reading.at = 'picture';
    reading.decoder = base64Decoder(reading.most, reading.room);
    return;
  }
  readString(reading, byte);
  // The first comma ends the head of every data URL.
  if (reading.at === 'head' && (byte === comma || reading.word.length > mostHead)) reading.at = 'string';
}

/** Decodes up to the end of the picture or the chunk. Returns that position. */
function readPicture(reading: Reading, chunk: Buffer, from: number): number {
  const { decoder } = reading;
  let at = from;
  let end = indexOr(chunk, quote, at);
  while (at < chunk.length) {
    if (reading.isEscaped) {
      // Some encoders write "\/" for a slash. No other escape is base64.
      if (chunk[at] !== slash) {
        decoder.giveUp();
        at++;
        if (end < at) end = indexOr(chunk, quote, at);
      }
      reading.isEscaped = false;
    }
    const stop = Math.min(end, indexOr(chunk, backslash, at));
    decoder.write(chunk.toString('latin1', at, stop));
    if (stop === end) break;
    reading.isEscaped = true;
    at = stop + 1;
  }
  if (at >= chunk.length || end === chunk.length) return chunk.length;
  const bytes = decoder.end();
  if (bytes === null) reading.isBroken = true;
  else reading.pictures.set(reading.key ?? '', bytes);
  reading.at = 'plain';
  return end;
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
function base64Decoder(most: number, expected: number): Base64Decoder {
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
