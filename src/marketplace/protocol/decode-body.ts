// Decodes replies that are compressed. We don't ask for compression, but HTTP allows it without a request for it.
import { brotliDecompress, unzip } from 'node:zlib';

type Decoder = (
  body: Buffer,
  options: { maxOutputLength: number },
  done: (error: NodeJS.ErrnoException | null, decoded: Buffer) => void,
) => void;
const decoders = new Map<string, Decoder>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', brotliDecompress],
]);

/**
 * The decoded body; null if it would be larger than `mostBytes`. A body in another coding, or that isn't what its header says, stays
 * as it is: it makes no sense as an answer, which the classifier notices.
 */
export function decodeBody(body: Buffer, coding: string, mostBytes: number): Promise<Buffer | null> {
  const decode = decoders.get(coding.trim().toLowerCase());
  if (decode === undefined) return Promise.resolve(body);
  return new Promise((resolve) => {
    decode(body, { maxOutputLength: mostBytes }, (error, decoded) =>
      resolve(error === null ? decoded : error.code === 'ERR_BUFFER_TOO_LARGE' ? null : body),
    );
  });
}
