// Makes the way for Macs from the tree: Hangtag.app in a zip.
//
// It has no icon in the Dock: macOS expects a program with one to have windows, and shows it as not responding otherwise. A second
// double click offers what the Dock would. It has no signature of its own, which takes Apple's tools and a paid account; what Apple's
// chips refuse to run without one, the programs in it, have theirs.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { run } from './tree.mjs';

/** What Node.js needs, the most demanding program in it. */
const oldestMacOs = '13.5';
const processors = { arm64: { type: 0x0100000c, apple: 'arm64' }, x64: { type: 0x01000007, apple: 'x86_64' } };

/** `app.hangtag` is also what its LaunchAgent says it belongs to. */
const infoPlist = ({ version, cpu }) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>CFBundleInfoDictionaryVersion</key>
  <string>6.0</string>
  <key>CFBundlePackageType</key>
  <string>APPL</string>
  <key>CFBundleIdentifier</key>
  <string>app.hangtag</string>
  <key>CFBundleName</key>
  <string>Hangtag</string>
  <key>CFBundleExecutable</key>
  <string>Hangtag</string>
  <key>CFBundleIconFile</key>
  <string>Hangtag</string>
  <key>CFBundleShortVersionString</key>
  <string>${version}</string>
  <key>CFBundleVersion</key>
  <string>${version}</string>
  <key>LSMinimumSystemVersion</key>
  <string>${oldestMacOs}</string>
  <key>LSUIElement</key>
  <true/>
  <key>LSArchitecturePriority</key>
  <array>
    <string>${processors[cpu].apple}</string>
  </array>
  <key>LSRequiresNativeExecution</key>
  <${cpu === 'arm64'}/>
</dict>
</plist>
`;

/** Keeps one processor's part of a program for several. Each part has a signature of its own. */
const keepOnly = (file, type) => {
  const fd = openSync(file, 'r');
  const head = Buffer.alloc(4096);
  readSync(fd, head, 0, head.length, 0);
  closeSync(fd);
  if (head.readUInt32BE(0) !== 0xcafebabe) return;
  for (let at = 8; at < 8 + 20 * head.readUInt32BE(4); at += 20) {
    if (head.readUInt32BE(at) !== type) continue;
    const [offset, size] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    writeFileSync(file, readFileSync(file).subarray(offset, offset + size));
    return;
  }
};

/** By type in an .icns file: the pixels of a square PNG. */
const icons = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };

/** The project's icon, with the margin that icons of Macs have. */
const makeIcon = async (svg) => {
  const parts = [];
  for (const [type, size] of Object.entries(icons)) {
    const margin = Math.round(size * 0.0977);
    const edge = { top: margin, bottom: margin, left: margin, right: margin, background: '#0000' };
    const inner = sharp(svg, { density: 72 * 40 }).resize(size - 2 * margin);
    parts.push(iconPart(type, await inner.extend(edge).png({ compressionLevel: 9 }).toBuffer()));
  }
  return iconPart('icns', Buffer.concat(parts));
};

const iconPart = (type, content) => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
};

/** The same files always make the same bytes. */
export const makeMacApp = async ({ tree, source, to, version, cpu, epoch }) => {
  const folder = `${tree}-app`;
  const contents = path.join(folder, 'Hangtag.app/Contents');
  mkdirSync(path.join(contents, 'MacOS'), { recursive: true });
  mkdirSync(path.join(contents, 'Resources'));
  run('cp', ['-a', tree, path.join(contents, 'Resources/hangtag')]);
  for (const name of globSync('**/*', { cwd: contents })) {
    const file = path.join(contents, name);
    const found = lstatSync(file);
    if (found.isFile() && found.size > 4096) keepOnly(file, processors[cpu].type);
  }
  writeFileSync(path.join(contents, 'Info.plist'), infoPlist({ version, cpu }));
  const icon = readFileSync(path.join(source, 'src/web/public/icon.svg'));
  writeFileSync(path.join(contents, 'Resources/Hangtag.icns'), await makeIcon(icon));
  cpSync(path.join(import.meta.dirname, 'mac-hangtag'), path.join(contents, 'MacOS/Hangtag'));
  chmodSync(path.join(contents, 'MacOS/Hangtag'), 0o755);
  run('find', [folder, '-exec', 'touch', '-h', '-d', `@${epoch}`, '{}', '+']);
  const names = execFileSync('find', ['Hangtag.app'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  execFileSync('zip', ['-X', '-y', '-q', '-9', '-@', to], {
    cwd: folder,
    input: names.trim().split('\n').sort().join('\n'),
    env: { ...process.env, TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  rmSync(folder, { recursive: true });
};
