import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPlace } from './place.ts';

const root = mkdtempSync(path.join(tmpdir(), 'hangtag-place-'));
const sessions = path.join(root, 'desktop/usr/share/wayland-sessions');
mkdirSync(sessions, { recursive: true });
writeFileSync(path.join(sessions, 'gnome.desktop'), '');
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['the Debian package on a server', 'linux', 'server', '/usr/sbin/nologin', [false, false]],
  ['the Debian package on a desktop', 'linux', 'desktop', '/usr/sbin/nologin', [false, true]],
  ['a user that the system doesn’t know', 'linux', 'server', '', [false, false]],
  ['somebody in a terminal', 'linux', 'server', '/bin/bash', [true, false]],
  ['somebody at a Mac', 'darwin', 'server', '/bin/zsh', [true, true]],
  ['somebody at Windows, which has no shells', 'win32', 'server', '', [true, true]],
] as const)('the place of %s', (_, platform, folder, shell, [isSomebodys, hasDesktop]) => {
  expect(readPlace({ platform, root: path.join(root, folder), shell })).toEqual({ isSomebodys, hasDesktop });
});
