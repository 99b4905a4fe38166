// Reads the JSON body of a request and refuses what is too large or not what it claims to be.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import { createPictureTaker } from './take-pictures.ts';
import type { Upload } from './uploads.ts';

const unreadable = () => new Failure('invalid_input', 'The request is not valid JSON.');

const tooSlow = () =>
  new Failure('request_timeout', 'The request came too slowly. Check your connection and try again.');

/** In bytes, and in bytes per second. */
type BodyBounds = { most: number; leastPerSecond: number; withinMs?: number | undefined } & JsonBounds;

/** In bytes, for all of a body but its pictures. */
const mostBesidePictures = 100_000;
/** In bytes. The picture taker reads one byte more, which is enough to know that a picture is too large. */
const mostOfPicture = 8 * 1024 * 1024;

/**
 * Reads a JSON body of at most `most` bytes, counted as they arrive: a client's `Content-Length` is not trusted. `json` is
 * undefined if there is no body. The fields named in `pictures` keep only their prefix (`data:image/jpeg;base64,`); the
 * bytes of each picture are taken out while they arrive.
 */
export async function readJson(
  request: Request,
  given: BodyBounds & { pictures: readonly string[]; upload?: Upload | null },
): Promise<{ json: unknown; pictures: ReadonlyMap<string, Uint8Array> }> {
  const { most, leastPerSecond, mostValues, withinMs, pictures: names, upload = null } = given;
  const bounds = { most, leastPerSecond, mostValues, withinMs };
  if (names.length === 0)
    return { json: parseBody(request, await readAll(request, bounds, null), bounds), pictures: new Map() };
  const expected = Math.min(most, Number(request.headers.get('content-length') ?? 0) || 0);
  const taker = createPictureTaker({ names, most: mostOfPicture, expected });
  await readAll(request, bounds, {
    take(chunk) {
      taker.write(chunk);
      // Four characters of base64 are three bytes.
      return upload?.hold((chunk.length * 3) / 4);
    },
    givenUp: upload?.givenUp,
  });
  const { rest, pictures } = taker.end();
  if (rest.length > mostBesidePictures) throw tooLarge(mostBesidePictures);
  return { json: parseBody(request, rest, bounds), pictures };
}

/**
 * In bytes. A socket hands over up to 2 MB in one turn of the event loop, and taking a picture out of that needs 10 ms or
 * more, for three requests at once. Timers must run in between.
 */
const mostInOneTurn = 200_000;

/** Senders may begin slowly. After this time they need the least speed of their call, on average. */
const graceMs = 5_000;

/**
 * Reads the whole body. With a taker, each chunk goes there and nothing is kept, and the next one waits for its promise. Refuses by
 * the headers before it reads.
 */
async function readAll(
  request: Request,
  { most, leastPerSecond, withinMs = Number.POSITIVE_INFINITY }: BodyBounds,
  taker: { take: (chunk: Uint8Array) => Promise<void> | undefined; givenUp: Promise<never> | undefined } | null,
): Promise<Uint8Array> {
  const type = request.headers.get('content-type');
  if (type !== null && !isJson(type)) throw notJson();
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new Failure('unsupported_media_type', 'Send the request uncompressed.');
  }
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let sinceRest = 0;
  const reader = request.body?.getReader();
  let startedAt = performance.now();
  while (reader) {
    const leftMs = startedAt + Math.min(withinMs, graceMs + (size / leastPerSecond) * 1000) - performance.now();
    const { done, value } = await nextChunk(reader, leftMs, taker?.givenUp);
    if (done) break;
    const { length } = value;
    size += length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw tooLarge(most);
    }
    if (taker === null) chunks.push(value);
    else {
      const room = taker.take(value);
      free(value);
      if (room !== undefined) {
        const since = performance.now();
        await room.catch((error: unknown) => {
          reader.cancel().catch(() => {});
          throw error;
        });
        // The sender is not to blame for this.
        startedAt += performance.now() - since;
      }
      sinceRest += length;
      if (sinceRest >= mostInOneTurn) {
        sinceRest = 0;
        await nextTurn();
      }
    }
  }
  return Buffer.concat(chunks);
}

/**
 * At once, because the garbage collector sees only the small object: until it ran, the chunks of 20 photos took 210 MB. A chunk in
 * a part of a larger buffer stays, because others may use the rest.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  withinMs: number,
  givenUp?: Promise<never>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, withinMs));
  });
  // The client may go away in the middle of its body.
  const read = reader.read().catch(() => Promise.reject(unreadable()));
  try {
    return await Promise.race(givenUp === undefined ? [read, tooLate] : [read, tooLate, givenUp]);
  } catch (error) {
    read.catch(() => {});
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads and drops up to `most` bytes of a refused body. Without this, a client that is still sending megabytes would see a
 * broken connection instead of the reason. False if some of the body is left.
 */
export async function discardBody(request: Request, most: number): Promise<boolean> {
  if (request.bodyUsed || request.body === null || request.body.locked) return true;
  const reader = request.body.getReader();
  const until = performance.now() + graceMs;
  for (let size = 0; size <= most; ) {
    const chunk = await nextChunk(reader, until - performance.now()).catch(() => null);
    if (chunk === null) return false;
    if (chunk.done) return true;
    size += chunk.value.length;
  }
  reader.cancel().catch(() => {});
  return false;
}

function parseBody(request: Request, bytes: Uint8Array, bounds: JsonBounds): unknown {
  if (bytes.length === 0) return undefined;
  if (request.headers.get('content-type') === null) throw notJson();
  const text = decode(bytes);
  const flaw = findFlaw(text, bounds);
  if (flaw === 'too_deep' || flaw === 'too_many') throw new Failure('invalid_input', sentences[flaw]);
  // PostgreSQL's text cannot hold a NUL, and no field needs one.
  const value = parse(text);
  if (text.includes('\\u0000'))
    throw new Failure('invalid_input', 'Use plain text only.', { fields: fieldsWithNul(value) });
  if (flaw !== null) throw new Failure('invalid_input', sentences[flaw]);
  return value;
}

const sentences = {
  too_deep: 'The request has too many fields inside one another.',
  too_many: 'The request has more values than this call takes.',
  repeated_key: 'The request names the same field twice.',
};

function fieldsWithNul(value: unknown): Record<string, string> {
  const fields = Object.entries(Object(value)).filter(([, given]) => JSON.stringify(given)?.includes('\\u0000'));
  return Object.fromEntries(fields.map(([name]) => [name, 'Use plain text only']));
}

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type.trim());
const notJson = () => new Failure('unsupported_media_type', 'Requests must be JSON (Content-Type: application/json).');
const tooLarge = (most: number) =>
  new Failure(
    'body_too_large',
    `That’s too large. The limit is ${most >= 1e6 ? `${Math.floor(most / 1e6)} MB` : `${most / 1e3} KB`}.`,
  );

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

type JsonBounds = { mostValues: number };
type Flaw = 'too_deep' | 'too_many' | 'repeated_key';

/** No call needs half of it. A recursive reader of 8,000 levels would run out of stack. */
const deepest = 64;

const [quote, backslash, comma, colon, openObject, closeObject, openList, closeList] = [
  34, 92, 44, 58, 123, 125, 91, 93,
];
const blanks = [32, 9, 10, 13];

/**
 * What is wrong with the text, in one pass that takes a few milliseconds for 6 MB. Parsing and checking 300,000 keys takes more than a
 * second, and two parsers of a repeated key may see different values. Works for any text, because it comes before the parser.
 */
export function findFlaw(text: string, { mostValues }: JsonBounds): Flaw | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const start = at;
      at = endOfString(text, at);
      const keys = open.at(-1);
      if (!keys || !isKey(text, at)) continue;
      const key = unescaped(text.slice(start, at + 1));
      if (keys.has(key)) return 'repeated_key';
      keys.add(key);
    } else if (sign === openObject || sign === openList) {
      open.push(sign === openObject ? new Set() : null);
      if (open.length > deepest) return 'too_deep';
      values++;
    } else if (sign === closeObject || sign === closeList) open.pop();
    else if (sign === comma) values++;
    if (values > mostValues) return 'too_many';
  }
  return null;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === backslash) at++;
    else if (sign === quote) return at;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (blanks.includes(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === colon;
}

function unescaped(key: string): string {
  if (!key.includes('\\')) return key.slice(1, -1);
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
