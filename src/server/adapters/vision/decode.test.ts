import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { mostPhotoBytes } from '#domain/picture-file.ts';
import { decodePhoto, encodeJpeg, ImageRefused } from './decode.ts';

const noise = (width: number, height: number) =>
  sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });
/** Left half red, right half blue. Large enough for the minimum file size in every format. */
const halves = async (width = 240, height = 160) => {
  const blue = await sharp({ create: { width: width / 2, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
};

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body) >>> 0, 4 + body.length);
  return frame;
};
/** A PNG of a few kilobytes that claims to have `side` x `side` pixels. */
const bomb = (side: number, { depth = 8, color = 2 } = {}): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([depth, color, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.alloc(2_000, 'a')),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const faultOf = async (bytes: Uint8Array): Promise<string> =>
  decodePhoto(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof ImageRefused ? error.fault : `thrown: ${String(error)}`),
  );

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await noise(200, 150).jpeg().toBuffer();
});

describe('a picture is refused', () => {
  const cases: [string, string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['a PDF under a picture’s name', 'type', () => Buffer.from(`%PDF-1.7\n${'x'.repeat(5_000)}`)],
    ['a PDF that carries a JPEG', 'type', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg])],
    ['nothing at all', 'small', () => new Uint8Array(0)],
    ['one byte more than 8 MB', 'large', () => Buffer.concat([jpeg, Buffer.alloc(mostPhotoBytes + 1 - jpeg.length)])],
    ['a PNG of 50,000 x 50,000 in a few kilobytes', 'pixels', () => bomb(50_000)],
    ['a PNG of 25 megapixels with 16 bits and four channels', 'deep', () => bomb(5_000, { depth: 16, color: 6 })],
    ['a PNG of more pixels than a number of 32 bits can count', 'unreadable', () => bomb(2 ** 31 - 1)],
    ['rubbish after a JPEG’s start', 'unreadable', () => Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(4_000, 7)])],
    ['a WEBP sound', 'unreadable', () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPfmt '), Buffer.alloc(4_000)])],
  ];
  it.each(cases)('if it is %s: %s', async (_, fault, make) => {
    expect(await faultOf(await make())).toBe(fault);
  });

  it('before it is decoded, so a decompression bomb costs neither time nor memory', async () => {
    const bytes = bomb(50_000);
    const before = process.memoryUsage().rss;
    const used = process.cpuUsage();
    expect(await faultOf(bytes)).toBe('pixels');
    const { user, system } = process.cpuUsage(used);
    expect((user + system) / 1000).toBeLessThan(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(50e6);
  });
});

describe('a picture is accepted', () => {
  /** The left and right end of the middle row, each by its strongest channel. */
  const ends = ({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): string => {
    const at = (x: number) => [...rgb.subarray((Math.floor(height / 2) * width + x) * 3).subarray(0, 3)];
    const strongest = (pixel: number[]) => ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))];
    return `${strongest(at(2))} ${strongest(at(width - 3))}`;
  };
  const padded = (packed: Buffer) => (packed.length < 1024 ? Buffer.concat([packed, Buffer.alloc(1024)]) : packed);
  const cases: [string, () => Promise<Buffer>][] = [
    ['a JPEG', async () => (await halves()).jpeg().toBuffer()],
    ['a progressive JPEG', async () => (await halves()).jpeg({ progressive: true }).toBuffer()],
    ['a CMYK JPEG', async () => (await halves()).toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG', async () => (await halves()).png().toBuffer()],
    ['a PNG of 16 bits', async () => (await halves()).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', async () => (await halves()).png({ palette: true }).toBuffer()],
    ['a WebP', async () => (await halves()).webp().toBuffer()],
    ['a lossless WebP', async () => (await halves()).webp({ lossless: true }).toBuffer()],
    [
      'an animated WebP, by its first frame',
      async () => {
        const frames = [await (await halves()).png().toBuffer(), await noise(240, 160).png().toBuffer()];
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
    ],
    [
      'a JPEG with a ZIP behind it, as motion photos have',
      async () =>
        Buffer.concat([await (await halves()).jpeg().toBuffer(), Buffer.from('PK\x03\x04'), Buffer.alloc(500)]),
    ],
  ];
  it.each(cases)('if it is %s', async (_, make) => {
    const pixels = await decodePhoto(padded(await make()));
    expect([pixels.width, pixels.height, pixels.rgb.length]).toEqual([240, 160, 240 * 160 * 3]);
    expect(ends(pixels)).toBe('red blue');
  });

  it.each<[string, number, () => Promise<Buffer>]>([
    ['a JPEG without its end marker', 2, () => noise(200, 150).jpeg().toBuffer()],
    ['a JPEG without its end', 20, () => noise(200, 150).jpeg().toBuffer()],
    ['a JPEG without its last third', 10_000, () => noise(200, 150).jpeg().toBuffer()],
    ['a progressive JPEG without its end', 20, () => noise(200, 150).jpeg({ progressive: true }).toBuffer()],
    ['a PNG without its end', 20, () => noise(200, 150).png().toBuffer()],
    ['a PNG without its last third', 30_000, () => noise(200, 150).png().toBuffer()],
  ])('as far as it goes, if it is %s', async (_, missing, make) => {
    const whole = await make();
    const decoded = await decodePhoto(whole.subarray(0, whole.length - missing));
    const { rgb } = await decodePhoto(whole);
    expect(decoded).toMatchObject({ width: 200, height: 150 });
    expect([...decoded.rgb.subarray(0, 60)]).toEqual([...rgb.subarray(0, 60)]);
  });

  it('with transparent pixels as white, and gray as three channels', async () => {
    const clear = await sharp({ create: { width: 900, height: 900, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const pixels = await decodePhoto(padded(clear));
    expect([...pixels.rgb.subarray(0, 3)]).toEqual([255, 255, 255]);
    const gray = await noise(120, 90).grayscale().png().toBuffer();
    expect((await decodePhoto(gray)).rgb).toHaveLength(120 * 90 * 3);
  });

  it('turned as its EXIF says', async () => {
    // Orientation 6: the camera was held upright, so the stored left edge is the top.
    const turned = await (await halves()).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const pixels = await decodePhoto(padded(turned));
    expect([pixels.width, pixels.height]).toEqual([160, 240]);
    const [red = 0, , blue = 0] = pixels.rgb.subarray((10 * 160 + 80) * 3);
    expect(red).toBeGreaterThan(blue);
  });

  it('with its proportions, no larger than requested and never enlarged', async () => {
    const wide = await noise(3_000, 300).jpeg().toBuffer();
    expect(await decodePhoto(wide)).toMatchObject({ width: 1024, height: 102 });
    expect(await decodePhoto(wide, { side: 1600 })).toMatchObject({ width: 1600, height: 160 });
    expect(await decodePhoto(jpeg)).toMatchObject({ width: 200, height: 150 });
  });

  it('and nothing but its pixels is kept, so not where and when it was taken', async () => {
    const tagged = await noise(200, 150)
      .withExif({
        IFD0: { Copyright: 'Jo Example', Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>home</secret></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(tagged.includes('SecretCamera')).toBe(true);
    const made = Buffer.from(await encodeJpeg(await decodePhoto(tagged)));
    const { exif, xmp, iptc, icc } = await sharp(made).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const word of ['SecretCamera', 'Jo Example', 'Exif', 'home', 'GPS']) expect(made.includes(word)).toBe(false);
  });
});
