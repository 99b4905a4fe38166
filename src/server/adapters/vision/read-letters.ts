// Reads text from a photo with Tesseract.

import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { readTag, type TagLine, type TagReading } from '#domain/pricing/photo/read-tag.ts';
import type { Pixels } from './decode.ts';

export type LetterReader = {
  /** Starts Tesseract ahead of time, because a tag will be read soon. */
  warm(): void;
  /** The lines of text in a picture, in reading order. Works in all four orientations of the picture. */
  read(pixels: Pixels): Promise<TagLine[]>;
  /** The same for scattered letters, such as a lone size. The picture must be upright. */
  readScattered(pixels: Pixels): Promise<TagLine[]>;
  close(): Promise<void>;
};

/** The language data comes in its own package, so nothing is downloaded or written. */
const languageData = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);
/** Letters of about 30 pixels are read best, and a tag rarely has more than 20 lines. */
const readingSide = 1000;
/** Below this certainty the picture is probably turned, so the other orientations are tried. */
const certainEnough = 62;

/** One Tesseract worker, started for the first tag (0.4 s, 210 MB) and kept until `close`. */
export function openLetterReader(): LetterReader {
  let started: Promise<Worker> | null = null;
  const worker = (): Promise<Worker> => {
    started ??= start();
    return started;
  };
  const readOnce = async (picture: Buffer, mode = PSM.AUTO): Promise<{ lines: TagLine[]; certainty: number }> => {
    const reader = await worker();
    await reader.setParameters({ tessedit_pageseg_mode: mode });
    const { data } = await reader.recognize(picture, { rotateAuto: mode === PSM.AUTO }, { blocks: true, text: false });
    const lines = (data.blocks ?? [])
      .flatMap(({ paragraphs }) => paragraphs)
      .flatMap(({ lines: found }) => found)
      .map(({ text, confidence, bbox }) => ({ text: text.trim(), confidence, height: bbox.y1 - bbox.y0 }))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
    const certainty =
      lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
    return { lines, certainty: letters < 3 ? 0 : certainty };
  };
  return {
    warm() {
      worker().catch(() => {});
    },
    async read(pixels) {
      let best = await readOnce(await preparePicture(pixels, 0));
      for (const turn of [90, 270, 180]) {
        if (best.certainty >= certainEnough) break;
        const other = await readOnce(await preparePicture(pixels, turn));
        if (other.certainty > best.certainty) best = other;
      }
      return best.lines;
    },
    readScattered: async (pixels) => (await readOnce(await preparePicture(pixels, 0), PSM.SPARSE_TEXT)).lines,
    async close() {
      await (await started?.catch(() => null))?.terminate();
    },
  };
}

/** Reads a tag. If the size or the brand was not found in lines, it reads again for scattered letters. */
export async function readTagPhoto(
  reader: LetterReader,
  pixels: Pixels,
): Promise<{ reading: TagReading; lines: TagLine[] }> {
  const lines = await reader.read(pixels);
  const reading = readTag(lines);
  if (lines.length === 0 || (reading.size !== undefined && reading.brand !== undefined)) return { reading, lines };
  const scattered = await reader.readScattered(pixels);
  return { reading: { ...readTag(scattered), ...reading }, lines: [...lines, ...scattered] };
}

async function start(): Promise<Worker> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageData,
    cacheMethod: 'none',
    gzip: true,
    // Without a handler, an error in the reader would end the whole program and not only this reading.
    errorHandler: () => {},
  });
  // Debug output would reveal what the picture shows.
  await worker.setParameters({ debug_file: '/dev/null' });
  return worker;
}

/** Converts to gray with dark letters on a light ground, at a size that is read well. */
async function preparePicture({ width, height, rgb }: Pixels, turn: number): Promise<Buffer> {
  const scale = readingSide / Math.max(width, height);
  const gray = sharp(rgb, { raw: { width, height, channels: 3 } })
    .rotate(turn)
    .resize({ width: readingSide, height: readingSide, fit: 'inside', kernel: scale > 1 ? 'cubic' : 'lanczos3' })
    .grayscale();
  const { channels } = await sharp(await gray.clone().png({ compressionLevel: 1 }).toBuffer()).stats();
  const isDark = (channels[0]?.mean ?? 255) < 110;
  return await (isDark ? gray.negate() : gray).normalise().withDensity(300).png({ compressionLevel: 1 }).toBuffer();
}
