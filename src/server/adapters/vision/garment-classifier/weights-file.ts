// Packs and unpacks the file with the classifier's weights.

import { crc32 } from 'node:zlib';

/** The shape of a network. All numbers except `blocks` count channels and are multiples of 8. */
export type Shape = {
  readonly stem: number;
  readonly stages: readonly { readonly channels: number; readonly blocks: number }[];
  readonly head: number;
  readonly outputs: number;
};

/** A trained network ready for use: batch normalization is folded into the weights and biases. Tensors are by name. */
export type Folded = { readonly shape: Shape; readonly tensors: ReadonlyMap<string, Tensor> };
/** Row-major. The last dimension is the output channels. */
export type Tensor = { readonly sides: readonly number[]; readonly values: Float32Array };

/**
 * The content of a weights file. `labels` name the first outputs of every network, and the next output is "for kids". `size` is
 * the side in pixels of the picture they read. Raw outputs are divided by `temperature` before they become probabilities.
 */
export type GarmentWeights = {
  readonly labels: readonly string[];
  readonly size: number;
  readonly temperature: number;
  readonly networks: readonly Folded[];
};

/** The file is not a weights file of ours, has another version, or is damaged. */
export class WeightsRefused extends Error {
  constructor(why: string) {
    super(`The garment classifier's weights are refused: ${why}.`);
    this.name = 'WeightsRefused';
  }
}

type Header = {
  readonly labels: readonly string[];
  readonly size: number;
  readonly temperature: number;
  readonly networks: readonly { readonly shape: Shape; readonly tensors: readonly Entry[] }[];
};
type Entry = { readonly name: string; readonly sides: readonly number[]; readonly kind: 'whole' | 'int8' };

const magic = 'HTGW1\n';
/** The magic number, the CRC-32 of everything after it, and the length of the header in bytes. */
const headBytes = magic.length + 8;

/**
 * Packs networks: matrices as int8 with one scale per output channel, small tensors as f32. Little-endian. The header is JSON,
 * and the tensors follow in its order.
 */
export function packWeights({ labels, size, temperature, networks }: GarmentWeights): Uint8Array {
  const parts: Uint8Array[] = [];
  const header: Header = {
    labels,
    size,
    temperature,
    networks: networks.map(({ shape, tensors }) => ({
      shape,
      tensors: [...tensors].map(([name, { sides, values }]) => {
        const kind = sides.length === 2 && values.length >= 1024 ? 'int8' : 'whole';
        parts.push(kind === 'int8' ? packed(values, sides.at(-1) ?? 1) : bytesOf(values));
        return { name, sides, kind };
      }),
    })),
  };
  const words = new TextEncoder().encode(JSON.stringify(header));
  const body = Buffer.concat([words, ...parts]);
  const head = Buffer.alloc(headBytes);
  head.write(magic, 'latin1');
  head.writeUInt32LE(crc32(body), magic.length);
  head.writeUInt32LE(words.length, magic.length + 4);
  return Buffer.concat([head, body]);
}

/** The opposite of `packWeights`. Throws `WeightsRefused`. */
export function unpackWeights(file: Uint8Array): GarmentWeights {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < headBytes || bytes.toString('latin1', 0, magic.length) !== magic) {
    throw new WeightsRefused('this is no file of weights, or one of another version');
  }
  if (crc32(bytes.subarray(headBytes)) !== bytes.readUInt32LE(magic.length)) {
    throw new WeightsRefused('the file is cut off or was changed');
  }
  // The checksum matches, so `packWeights` wrote what follows.
  const headerEnd = headBytes + bytes.readUInt32LE(magic.length + 4);
  const header: Header = JSON.parse(bytes.toString('utf8', headBytes, headerEnd));
  let at = headerEnd;
  const take = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    ...header,
    networks: header.networks.map(({ shape, tensors }) => ({
      shape,
      tensors: new Map(
        tensors.map(({ name, sides, kind }) => {
          const count = sides.reduce((product, side) => product * side, 1);
          const columns = sides.at(-1) ?? 1;
          const values = kind === 'whole' ? floats(take(4 * count)) : unpacked(take(4 * columns), take(count), columns);
          return [name, { sides, values }] as const;
        }),
      ),
    })),
  };
}

function packed(values: Float32Array, columns: number): Uint8Array {
  const scales = new Float32Array(columns);
  values.forEach((value, index) => {
    scales[index % columns] = Math.max(scales[index % columns] ?? 0, Math.abs(value) / 127);
  });
  const whole = Int8Array.from(values, (value, index) => Math.round(value / (scales[index % columns] || 1)));
  return Buffer.concat([bytesOf(scales), bytesOf(whole)]);
}

function unpacked(scaleBytes: Uint8Array, bytes: Uint8Array, columns: number): Float32Array {
  const scales = floats(scaleBytes);
  const whole = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from(whole, (value, index) => value * (scales[index % columns] ?? 0));
}

const bytesOf = (values: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Copies the bytes, because a Float32Array view must start at a multiple of 4. */
const floats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
