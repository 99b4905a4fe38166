import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { browserKinds, manifestFor } from './manifest.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Builds the extension into a folder of its own. Returns the bytes of every file in it. */
const build = async (): Promise<Map<string, Buffer>> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-package-'));
  try {
    await promisify(execFile)(process.execPath, [path.join(root, 'bin/companion/build-companion.mjs'), folder]);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(
      files.map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, file), readFileSync(file)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Pages, scripts, and pictures that a manifest names. */
const filesIn = (manifest: unknown): string[] =>
  [...JSON.stringify(manifest).matchAll(/"([\w-]+\.(?:js|html|png))"/g)].map(([, name = '']) => name);

/** The rules by which the Chrome Web Store and Firefox Add-ons refuse an upload at once. */
const expectWhatStoresCheck = (kind: string, fileOf: (name: string) => Buffer | undefined): void => {
  const manifest = JSON.parse(`${fileOf('manifest.json')}`);
  expect(manifest.manifest_version, kind).toBe(3);
  expect(manifest.name.length).toBeLessThanOrEqual(45);
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(manifest.description.length).toBeLessThanOrEqual(132);
  expect(manifest.version).toMatch(/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){0,3}$/);
  expect(Object.keys(manifest)).not.toContain('update_url');
  expect(Object.keys(manifest)).not.toContain('key');
  expect(manifest.content_security_policy.extension_pages).toMatch(/script-src 'self'(;|$)/);
  for (const name of filesIn(manifest)) expect(fileOf(name), `${kind}: ${name}`).toBeDefined();
  // A PNG has its width at byte 16 and its height at byte 20.
  for (const [size, name] of Object.entries<string>(manifest.icons)) {
    const bytes = fileOf(name) ?? Buffer.alloc(24);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], name).toEqual([Number(size), Number(size)]);
  }
  expect(Object.keys(manifest.icons)).toEqual(expect.arrayContaining(['16', '48', '128']));
};

describe('the package of the companion', () => {
  it('is the same to the byte in every build, at most 250 KB, loads no code from elsewhere, and is dark where the system is', async () => {
    const [one, other] = [await build(), await build()];
    expect([...one.keys()].sort()).toEqual([...other.keys()].sort());
    for (const [name, bytes] of one) expect(bytes.equals(other.get(name) ?? Buffer.of()), name).toBe(true);
    for (const kind of browserKinds) {
      expect(one.get(`hangtag-companion-${kind}.zip`)?.length).toBeLessThan(250 * 1024);
      const files = [...one].filter(([name]) => name.startsWith(`${kind}${path.sep}`));
      expect(files.reduce((sum, [, { length }]) => sum + length, 0)).toBeLessThan(250 * 1024);
      for (const [name, bytes] of files.filter(([file]) => /\.(js|html)$/.test(file))) {
        const text = bytes.toString('utf8');
        expect(/\beval\(|new Function\b|import\(\s*[`"']https?:|<script[^>]+src="https?:/.test(text), name).toBe(false);
      }
    }
    for (const kind of browserKinds) expectWhatStoresCheck(kind, (name) => one.get(path.join(kind, name)));
    const styles = [...one].filter(([name]) => name.endsWith('.css')).map(([, bytes]) => `${bytes}`);
    expect(styles.some((css) => /prefers-color-scheme:dark\)\{:root\{[^}]*--room:/.test(css))).toBe(true);
    expect(styles.filter((css) => css.includes('data-theme'))).toEqual([]);
    // A script that is put into a page can't import another.
    for (const script of ['record-page.js', 'record-pass.js'])
      expect(`${one.get(path.join('chromium', script))}`).not.toMatch(/\b(import|export)\b[ {*"']/);
  });

  it('asks for four permissions at first, and for sites and cookies only when they are needed', () => {
    for (const kind of browserKinds) {
      const manifest = manifestFor(kind, '1.2.3') as Record<string, unknown>;
      expect(manifest).toMatchObject({
        manifest_version: 3,
        version: '1.2.3',
        permissions: ['activeTab', 'alarms', 'scripting', 'storage'],
        optional_permissions: ['cookies'],
      });
      expect(manifest).not.toHaveProperty('host_permissions');
      expect(manifest).not.toHaveProperty('content_scripts');
      // Only the extension's own pages may send it messages.
      expect(manifest).not.toHaveProperty('externally_connectable');
      expect(manifest).not.toHaveProperty('web_accessible_resources');
      expect(manifest).toMatchObject({ incognito: 'not_allowed' });
      expect(String(manifest.description).length).toBeLessThanOrEqual(132);
    }
  });
});
