import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Vision } from '#domain/ports/pricing/vision.ts';
import { photographTag, type Spoiling, syntheticTags } from './synthetic-tags.fixture.ts';
import { openVision } from './vision.ts';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const unreadable = 'Failed to process the image. Please try a different file.';
const opened: Vision[] = [];
const warnings: object[] = [];
const open = (more: Partial<Parameters<typeof openVision>[0]> = {}): Vision => {
  const vision = openVision({ log: { warn: (fields) => warnings.push(fields) }, ...more });
  opened.push(vision);
  return vision;
};

afterEach(async () => {
  vi.useRealTimers();
  for (const vision of opened.splice(0)) await vision.close();
  warnings.splice(0);
});

const plain = (background: string) =>
  sharp({ create: { width: 700, height: 500, channels: 3, background } })
    .composite([
      {
        input: randomFillSync(Buffer.alloc(60 * 60 * 3)),
        raw: { width: 60, height: 60, channels: 3 },
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer();
/** The photo of a tag, and what is printed on it. */
const tagged = async (spoiling: Spoiling, index: number) => {
  const tag = syntheticTags()[index];
  if (tag === undefined) throw new Error('There is no such tag.');
  const { label, size, cents } = tag;
  return { photo: await photographTag(tag, spoiling, index), says: { brand: label, size, retailPrice: cents } };
};

describe('a photo', () => {
  /** One for all of them, because the process takes a second to start. */
  let vision: Vision;
  const warned: object[] = [];
  beforeAll(() => {
    vision = openVision({ log: { warn: (fields) => warned.push(fields) } });
  });
  afterAll(() => vision.close());

  it('gives the kind, colors, text of the tag upside down, and pictures for a model', async () => {
    const { photo: tag, says } = await tagged('upsideDown', 2);
    const seen = await vision.look({ image: await plain('#2546b8'), tag, forModel: true });
    const chances = seen.garments.map(({ probability }) => probability);
    expect(chances).toEqual(chances.toSorted((one, other) => other - one));
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeLessThanOrEqual(1.0001);
    // Which garment it sees is tested with the classifier and its weights.
    expect(chances.length).toBeGreaterThan(5);
    expect(seen.colors[0]?.name).toBe('blue');
    expect(seen.tag).toMatchObject(says);
    const { pictures } = seen;
    for (const picture of [pictures?.image, pictures?.tag]) {
      const { format, exif } = await sharp(picture).metadata();
      expect([format, exif]).toEqual(['jpeg', undefined]);
    }
  });

  it('of each format is read by a process that can open nothing more', async () => {
    const photo = await plain('#2546b8');
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const image = await sharp(photo).toFormat(format).withMetadata({ orientation: 6 }).toBuffer();
      const { colors, pictures } = await vision.look({ image, forModel: true });
      expect([format, colors[0]?.name, pictures?.image.length]).toEqual([format, 'blue', expect.any(Number)]);
    }
    expect(warned).toEqual([]);
  });

  it('that is itself the close-up of a tag, in poor light, is read, and not called a garment', async () => {
    const { photo: image, says } = await tagged('dim', 21);
    const seen = await vision.look({ image, forModel: false });
    expect(seen).toMatchObject({ shows: 'letters', garments: [], colors: [], tag: {}, pictures: null, letters: says });
  });

  it('of a tag is read although the phone was held sideways, and in other languages', async () => {
    const image = await plain('#2546b8');
    const { photo, says } = await tagged('none', 0);
    const sideways = await sharp(photo).rotate(90).jpeg().toBuffer();
    expect((await vision.look({ image, tag: sideways, forModel: false })).tag).toMatchObject(says);
    const text = (y: number, height: number, words: string) =>
      `<text x="600" y="${y}" font-size="${height}" text-anchor="middle" font-family="DejaVu Sans">${words}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#f4efe6"/>${text(160, 120, 'MADEWELL')}${text(300, 72, 'GRÖSSE L')}${text(440, 60, '100% COTTON')}</svg>`;
    const tag = await sharp(Buffer.from(svg)).jpeg().toBuffer();
    expect((await vision.look({ image, tag, forModel: false })).tag.size).toBe('L');
  });

  it('is refused with the message of the upload form, and the same process reads the next one', async () => {
    const image = await plain('#fafafa');
    const cases: [Uint8Array, string][] = [
      [Buffer.from(`%PDF-1.7${' '.repeat(4_000)}`), 'Please select a JPEG, PNG, or WebP image file.'],
      [image.subarray(0, 900), 'Image file appears to be corrupted or too small'],
      [Buffer.concat([image, Buffer.alloc(9_000_000)]), 'Please select an image smaller than 8MB'],
      [Buffer.concat([image.subarray(0, 4), Buffer.alloc(4_000, 7)]), unreadable],
    ];
    for (const [bytes, message] of cases) {
      const wanted = { code: 'invalid_image', message, fields: { image: message } };
      await expect(vision.look({ image: bytes, forModel: false })).rejects.toMatchObject(wanted);
    }
    const tag = Buffer.from(`GIF89a${' '.repeat(4_000)}`);
    await expect(vision.look({ image, tag, forModel: false })).rejects.toMatchObject({
      fields: { tagImage: 'Please select a JPEG, PNG, or WebP image file.' },
    });
    expect(await vision.look({ image, forModel: false })).toMatchObject({ pictures: null });
    expect(warned).toEqual([]);
  });
});

describe('a photo that breaks the photo process', () => {
  const program = fileURLToPath(new URL('./breaking-program.fixture.ts', import.meta.url));
  const look = (vision: Vision, first: number) => vision.look({ image: Uint8Array.of(first), forModel: false });

  it('fails alone, also while it uses more memory than the limit: photos before and after it are read', async () => {
    // The start of the process counts, too. Only the photo that blocks it waits for as long.
    const vision = open({ program, limitBytes: 300e6, timeoutMs: 5_000 });
    const refused = (image: Uint8Array, message: string, detail?: string) =>
      expect(vision.look({ image, forModel: false })).rejects.toMatchObject({
        ...{ code: 'invalid_image', message: expect.stringContaining(message) },
        ...(detail && { fields: { image: detail } }),
      });
    const pid = (await look(vision, 0)).forKids;
    // What is refused for its pixels is not called larger than it is.
    await refused(Buffer.from('8deep'), unreadable, 'The picture has more than 8 bits per color. Save it as a JPEG.');
    await refused(Buffer.from('8pixels'), unreadable, 'The picture has more than 40 megapixels.');
    await refused(Uint8Array.of(3), unreadable);
    expect((await look(vision, 4)).forKids).toBe(pid);
    // The process had grown too large.
    expect((await look(vision, 0)).forKids).not.toBe(pid);
    const ends = [
      [1, unreadable, 'SIGABRT'],
      [2, unreadable, 'it took too long'],
      [5, unreadable, 'it used too much memory'],
      [7, 'processor', 'SIGILL'],
    ] as const;
    for (const [first, message] of ends) {
      const next = [refused(Uint8Array.of(first), message), look(vision, 0)] as const;
      expect(await next[1]).toMatchObject({ shows: 'thing' });
      await next[0];
    }
    expect(warnings).toEqual(ends.map(([, , reason]) => ({ reason })));
  });

  it.runIf(isLinux)(
    'is awaited by a process started when it began to arrive, which owns nothing if the server is root’s',
    async () => {
      const vision = open({ program });
      vision.prepare();
      vision.prepare();
      const started = spawnSync('pgrep', ['-P', String(process.pid), '-f', program])
        .stdout.toString()
        .trim();
      expect(String((await look(vision, 0)).forKids)).toBe(started);
      if (!isRoot) return;
      expect(readFileSync(`/proc/${started}/status`, 'utf8')).toMatch(/^Uid:(\s+65522){4}$/m);
      expect(readFileSync(`/proc/${started}/status`, 'utf8')).toMatch(/^Groups:\s*$/m);
    },
  );

  it.runIf(isLinux)(
    'reads no file, writes none, opens no connection, starts nothing, and can’t take it back',
    async () => {
      let came = 0;
      const listening = createServer(() => (came += 1));
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const address = listening.address();
      const image = Buffer.from([6, 0, 0]);
      image.writeUInt16BE(typeof address === 'object' ? (address?.port ?? 0) : 0, 1);
      const { letters } = await open({ program }).look({ image, forModel: false });
      // Root's process becomes another user. Any other process may signal those of its own user.
      expect(letters.brand).toBe(isRoot ? '' : 'signal the server');
      expect(came).toBe(0);
      listening.close();
      expect(warnings).toEqual([]);
    },
  );

  it.runIf(isLinux)('is read by a new process if the system has ended the last one, whose timer is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const vision = open({ program });
    const pid = (await look(vision, 0)).forKids;
    // A process ends after a minute without photos, unless another one begins to arrive.
    vi.advanceTimersByTime(59_000);
    vision.prepare();
    vi.advanceTimersByTime(59_000);
    expect((await look(vision, 0)).forKids).toBe(pid);
    vi.advanceTimersByTime(50_000);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    vision.prepare();
    const looking = look(vision, 0);
    // It has begun.
    await Promise.resolve();
    vi.advanceTimersByTime(20_000);
    expect((await looking).forKids).not.toBe(pid);
    expect(warnings).toEqual([]);
  });

  it('fails with a message if the server stops', async () => {
    const vision = open({ program });
    const waiting = look(vision, 2);
    await new Promise((resolve) => setImmediate(resolve));
    await vision.close();
    await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    vision.prepare();
    await expect(look(vision, 0)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
