// Makes Hangtag-Setup.exe for Windows from the tree, with NSIS.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { run } from './tree.mjs';

const own = path.join(import.meta.dirname, 'windows');
/** What Windows shows at 100 to 400 % in lists, on the desktop, and in the Start menu. */
const iconSizes = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256];

/** A bitmap as icons contain it: rows from the bottom, then a mask, which the transparency replaces. Large ones are PNG. */
const iconImage = async (svg, size) => {
  const picture = sharp(svg, { density: (72 * size) / 28 })
    .resize(size, size)
    .ensureAlpha();
  if (size === 256) return picture.png({ compressionLevel: 9 }).toBuffer();
  const pixels = await picture.raw().toBuffer();
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(size, 4);
  head.writeInt32LE(size * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const rows = Array.from({ length: size }, (_, y) =>
    pixels.subarray((size - 1 - y) * size * 4, (size - y) * size * 4),
  );
  const colors = Buffer.concat(rows);
  for (let at = 0; at < colors.length; at += 4) [colors[at], colors[at + 2]] = [colors[at + 2], colors[at]];
  return Buffer.concat([head, colors, Buffer.alloc(size * Math.ceil(size / 32) * 4)]);
};

const makeIcon = async (svg) => {
  const images = await Promise.all(iconSizes.map((size) => iconImage(svg, size)));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    head[at] = head[at + 1] = iconSizes[index] % 256;
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
};

/** In the same order each time. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .sort();

const inQuotes = (text) => `"${text.replaceAll('$', '$$')}"`;

/** The list of files as the installer's script includes it. */
const layDown = (tree, files) => {
  const lines = [];
  let last = null;
  for (const file of files) {
    const folder = path.dirname(file);
    if (folder !== last)
      lines.push(
        `SetOutPath ${inQuotes(`$INSTDIR\\${folder === '.' ? '' : folder.replaceAll('/', '\\')}`).replace('$$INSTDIR', '$INSTDIR')}`,
      );
    last = folder;
    lines.push(`File ${inQuotes(path.join(tree, file))}`);
  }
  return `${lines.join('\n')}\n`;
};

export const makeInstaller = async ({ tree, source, to, version, epoch, compressor = '/SOLID lzma' }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-windows-'));
  try {
    const icon = path.join(folder, 'hangtag.ico');
    writeFileSync(icon, await makeIcon(path.join(source, 'src/web/public/icon.svg')));
    const numbers = /^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '0.0.0';
    const make = (script, values) => {
      const defines = Object.entries({ ICON: icon, VERSION: version, VERSION4: `${numbers}.0`, ...values });
      const words = ['-V2', '-WX', '-NOCD', ...defines.map(([name, value]) => `-D${name}=${value}`)];
      run('makensis', [...words, path.join(own, script)], {
        env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
      });
    };
    const whole = path.join(folder, 'tree');
    run('cp', ['-al', tree, whole]);
    make('launcher.nsi', { TO: path.join(whole, 'Hangtag.exe') });
    const files = filesBelow(whole);
    const kilobytes = files.reduce((sum, file) => sum + Math.ceil(statSync(path.join(whole, file)).size / 1024), 0);
    writeFileSync(path.join(folder, 'files.nsh'), layDown(whole, files));
    mkdirSync(path.dirname(to), { recursive: true });
    make('installer.nsi', {
      TO: to,
      FILES: path.join(folder, 'files.nsh'),
      COMPRESSOR: compressor,
      KILOBYTES: kilobytes,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
