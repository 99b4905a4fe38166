import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Vision } from '#domain/ports/pricing/vision.ts';
import { photographTag, syntheticTags } from './synthetic-tags.fixture.ts';
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

describe('a photo', () => {
  /** One for all of them, because the process takes a second to start. */
  let vision: Vision;
  const warned: object[] = [];
  beforeAll(() => {
    vision = openVision({ log: { warn: (fields) => warned.push(fields) } });
  });
  afterAll(() => vision.close());

  it('gives the kind, colors, text of the tag, and pictures for a model', async () => {
    const [tag] = syntheticTags();
    if (tag === undefined) throw new Error('There is no tag.');
    const seen = await vision.look({
      image: await plain('#2546b8'),
      tag: await photographTag(tag, 'none', 0),
      forModel: true,
    });
    const chances = seen.garments.map(({ probability }) => probability);
    expect(chances).toEqual(chances.toSorted((one, other) => other - one));
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeLessThanOrEqual(1.0001);
    // Which garment it sees is tested with the classifier and its weights.
    expect(chances.length).toBeGreaterThan(5);
    expect(seen.colors[0]?.name).toBe('blue');
    expect(seen.tag).toMatchObject({ brand: tag.label, size: tag.size, retailPrice: tag.cents });
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

  it('that is itself the close-up of a tag is read, and not called a garment', async () => {
    const [, , tag] = syntheticTags();
    if (tag === undefined) throw new Error('There is no such tag.');
    const seen = await vision.look({ image: await photographTag(tag, 'none', 2), forModel: false });
    expect(seen).toMatchObject({ shows: 'letters', garments: [], colors: [], tag: {}, pictures: null });
    expect(seen.letters).toMatchObject({ brand: tag.label, retailPrice: tag.cents });
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

  it.each([
    ['crashes it', 1],
    ['blocks it', 2],
    ['makes it fail', 3],
  ])('that %s fails alone: photos before and after it are read', async (_, first) => {
    // The start of the process counts, too. Only the photo that blocks it waits for as long.
    const vision = open({ program, timeoutMs: 5_000 });
    const results = await Promise.allSettled([0, first, 0, 0].map((byte) => look(vision, byte)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: 'invalid_image', message: unreadable } });
  });

  it.each([
    ['deep', 'The picture has more than 8 bits per color. Save it as a JPEG.'],
    ['pixels', 'The picture has more than 40 megapixels.'],
  ])('that is refused for its pixels is not called larger than it is: %s', async (fault, detail) => {
    const image = Buffer.from(`8${fault}`);
    await expect(open({ program }).look({ image, forModel: false })).rejects.toMatchObject({
      message: unreadable,
      fields: { image: detail },
    });
  });

  it.runIf(isLinux)('is awaited by a process that was started when it began to arrive', async () => {
    const vision = open({ program });
    vision.prepare();
    vision.prepare();
    const started = spawnSync('pgrep', ['-P', String(process.pid), '-f', program])
      .stdout.toString()
      .trim();
    expect(String((await look(vision, 0)).forKids)).toBe(started);
    await vision.close();
    vision.prepare();
    await expect(look(vision, 0)).rejects.toMatchObject({ code: 'shutting_down' });
  });

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

  it.runIf(isRoot)('runs as a user that owns nothing if the server is root’s', async () => {
    const pid = (await look(open({ program }), 0)).forKids;
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:(\s+65522){4}$/m);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Groups:\s*$/m);
  });

  it('is ended while it uses more memory than the limit', async () => {
    const vision = open({ program, limitBytes: 300e6 });
    await expect(look(vision, 5)).rejects.toMatchObject({ code: 'invalid_image' });
    expect(warnings).toEqual([expect.objectContaining({ reason: 'it used too much memory' })]);
    expect(await look(vision, 0)).toMatchObject({ shows: 'thing' });
  });

  it('says so if the processor is too old for any photo', async () => {
    await expect(look(open({ program }), 7)).rejects.toMatchObject({
      code: 'invalid_image',
      message: expect.stringContaining('processor'),
    });
  });

  it('fails with the same message if the process cannot start', async () => {
    const vision = open({ program: '/nowhere/program.ts' });
    const image = await plain('#fafafa');
    await expect(vision.look({ image, forModel: false })).rejects.toMatchObject({ message: unreadable });
    expect(warnings).toHaveLength(1);
  });

  it('gives the next photo a new process if this one has grown too large', async () => {
    const vision = open({ program });
    const pids = [];
    for (const byte of [0, 0, 4, 0]) pids.push((await look(vision, byte)).forKids);
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).toBe(pids[0]);
    expect(pids[3]).not.toBe(pids[0]);
  });

  it.runIf(isLinux)('is read by a new process if the system has ended the last one', async () => {
    const vision = open({ program });
    const pid = (await look(vision, 0)).forKids;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect((await look(vision, 0)).forKids).not.toBe(pid);
    expect(warnings).toEqual([]);
  });

  describe.runIf(isLinux)('the process that ends after a minute without photos', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('gets another minute when the next photo begins to arrive', async () => {
      const vision = open({ program });
      const pid = (await look(vision, 0)).forKids;
      vi.advanceTimersByTime(59_000);
      vision.prepare();
      vi.advanceTimersByTime(59_000);
      expect((await look(vision, 0)).forKids).toBe(pid);
    });

    it('is not ended by the timer of a process that the system had ended', async () => {
      const vision = open({ program });
      const pid = (await look(vision, 0)).forKids;
      vi.advanceTimersByTime(50_000);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
      vision.prepare();
      const looking = look(vision, 0);
      // It has begun.
      await Promise.resolve();
      vi.advanceTimersByTime(20_000);
      expect(await looking).toMatchObject({ shows: 'thing' });
      expect(warnings).toEqual([]);
    });
  });

  it('fails with a message if the server stops', async () => {
    const vision = open({ program });
    const waiting = look(vision, 2);
    await look(open({ program }), 0);
    await vision.close();
    await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(look(vision, 0)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
