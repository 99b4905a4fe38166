// Reads text from a photo with Tesseract.

import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { readTag, type TagLine, type TagReading } from '#domain/pricing/photo/read-tag.ts';
import type { Pixels } from './decode.ts';
import { evenOut, type FoundText, findText, type Gray, grayOf, levelText } from './find-text.ts';

export type LetterReader = {
  /** Starts Tesseract ahead of time. Resolves when it is ready or has failed. */
  warm(): Promise<void>;
  /** Reads a picture at any angle. */
  read(pixels: Pixels): Promise<ReadPicture>;
  close(): Promise<void>;
};

type ReadPicture = {
  /** In reading order. */
  lines: TagLine[];
  /** Reads the picture again, at the angle at which it was read best, for scattered letters such as a lone size. */
  readScattered(): Promise<TagLine[]>;
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
/** If text is found, its angle is known, except for upside down. If none is found, the picture may be turned in any way. */
const turns = { found: [0, 180, 90, 270], unknown: [0, 90, 270, 180] } as const;

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
    async warm() {
      await worker().catch(() => {});
    },
    async read(pixels) {
      const text = findText(await grayOf(pixels));
      let best: { lines: TagLine[]; certainty: number; picture: Buffer } | undefined;
      for (const turn of text === null ? turns.unknown : turns.found) {
        const picture = await preparePicture(pixels, text, turn);
        const read = { ...(await readOnce(picture)), picture };
        if (best === undefined || read.certainty > best.certainty) best = read;
        if (best.certainty >= certainEnough) break;
      }
      return {
        lines: best?.lines ?? [],
        readScattered: async () => (best ? (await readOnce(best.picture, PSM.SPARSE_TEXT)).lines : []),
      };
    },
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
  const { lines, readScattered } = await reader.read(pixels);
  const reading = readTag(lines);
  if (lines.length === 0 || (reading.size !== undefined && reading.brand !== undefined)) return { reading, lines };
  const scattered = await readScattered();
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

/**
 * The picture with its lines level: gray, with dark letters on a light ground, at a size that is read well. Where text was found,
 * only its box is kept, so that small letters get more pixels.
 */
async function preparePicture(pixels: Pixels, text: FoundText | null, turn: number): Promise<Buffer> {
  const level = text === null ? pixels : await levelText(pixels, text);
  const { width, height, rgb } = level;
  const scale = readingSide / Math.max(width, height);
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .rotate(turn)
    .resize({ width: readingSide, height: readingSide, fit: 'inside', kernel: scale > 1 ? 'cubic' : 'lanczos3' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const gray = { width: info.width, height: info.height, light: data };
  const { light } = text === null ? darkOnLight(gray) : evenOut(gray, text.isLightOnDark);
  return await sharp(light, { raw: { width: gray.width, height: gray.height, channels: 1 } })
    .normalise()
    .withDensity(300)
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** If no text was found, the larger part of the picture is taken for the ground. */
function darkOnLight(gray: Gray): Gray {
  const mean = gray.light.reduce((sum, value) => sum + value, 0) / gray.light.length;
  return mean < 110 ? { ...gray, light: gray.light.map((value) => 255 - value) } : gray;
}
