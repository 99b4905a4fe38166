// What the app stores of home servers are given, against those of their rules that a version, the README, or a setting can break. By
// where a store publishes them.
import path from 'node:path';
import { expect, it } from 'vitest';
import { keys } from '#server/config/config-keys.ts';
// @ts-expect-error: a plain JavaScript module without types
import { storeFiles, yaml } from '../../bin/package/stores.mjs';
import packed from '../../package.json' with { type: 'json' };

const digest = `sha256:${'5'.repeat(64)}`;
const image = 'ghcr.io/somebody/hangtag';
// biome-ignore lint/suspicious/noExplicitAny: files of several shapes
const files: Record<string, any> = storeFiles({
  root: path.resolve(import.meta.dirname, '../..'),
  image,
  digest,
  home: 'https://example.com/hangtag',
  day: '2026-11-28',
});
const pinned = `${image}:${packed.version}@${digest}`;

it('getumbrel/umbrel-apps: README.md, umbrel-package-app/SKILL.md', () => {
  const app = files['umbrel/hangtag/umbrel-app.yml'];
  const { web, app_proxy: proxy } = files['umbrel/hangtag/docker-compose.yml'].services;
  expect(Object.keys(app).join(' ')).toBe(
    'manifestVersion id category name version tagline description releaseNotes developer website dependencies repo support port gallery path defaultUsername defaultPassword submitter submission',
  );
  expect(app.version).toBe(packed.version);
  expect(app.tagline.length).toBeLessThanOrEqual(50);
  // 50 to 200 words.
  expect(app.description).toMatch(/^(\S+\s+){49,199}\S+$/);
  expect(web.image).toBe(pinned);
  for (const name of ['build', 'ports', 'privileged', 'network_mode', 'container_name', 'depends_on'])
    expect(web).not.toHaveProperty(name);
  // Without Umbrel's sign-in, only the extension's calls, which have a token. What it keeps is in a folder that the package brings.
  expect(proxy.environment).toMatchObject({ APP_PORT: 5000, PROXY_AUTH_WHITELIST: '/api/companion/*' });
  expect(app.port).not.toBe(5000);
  expect(files).toHaveProperty(['umbrel/hangtag/data/.gitkeep']);
});

it('IceWhaleTech/CasaOS-AppStore: CONTRIBUTING.md, docs/specs/compose-and-x-casaos.md', () => {
  const { services, 'x-casaos': shown } = files['casaos/Apps/Hangtag/docker-compose.yml'];
  const main = services[shown.main];
  expect(main).toMatchObject({ container_name: shown.main, image: `${image}:${packed.version}`, user: '0:0' });
  expect(shown).toMatchObject({ version: packed.version, port_map: main.ports[0].published });
  for (const { en_US } of [shown.title, shown.tagline, shown.description, shown.tips.before_install])
    expect(en_US).toMatch(/\S/);
  expect(Object.keys(shown).join(' ')).toBe(
    'id main index port_map scheme title icon screenshot_link tagline description tips author developer category architectures version update_at website repo support docs',
  );
  expect(files['casaos/Apps/Hangtag/icon.svg']).toMatch(/^<svg/);
});

it('ca.unraid.net: XML Field Reference, Repository Information; selfhosters/unRAID-CA-templates: check.py', () => {
  const xml: string = files['unraid/hangtag.xml'];
  const tag = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? '';
  for (const name of 'Name Repository Category Icon Overview Project Support TemplateURL'.split(' '))
    expect(tag(name), name).not.toBe('');
  expect(tag('Repository')).toBe(`${image}:${packed.version}`);
  expect(xml).toContain(`Target="${/PORT:(\d+)/.exec(tag('WebUI'))?.[1]}"`);
  // What people read has no quotes, angles, or ampersands.
  expect(tag('Overview')).not.toMatch(/&(lt|gt|amp|quot);|["']/);
  const configs =
    /<Config Name="[^"]+" Target="[^"]+" Default="[^"]*" Mode="[^"]*" Description="[^"]+" Type="(Port|Path|Variable)" Display="(always|advanced)" Required="(true|false)" Mask="false">[^<]*<\/Config>/g;
  expect(xml.match(configs)).toHaveLength(xml.match(/<Config /g)?.length ?? 0);
  expect(files['unraid/ca_profile.xml']).toMatch(/<Profile>[^<]+<\/Profile>/);
});

it('home-assistant/supervisor: addons/validate.py, options.py; developers docs: presentation, repository', () => {
  const home = files['home-assistant/hangtag/config.yaml'];
  expect(home).toMatchObject({ version: packed.version, slug: 'hangtag', arch: ['amd64', 'aarch64'] });
  expect(home.webui).toBe(`http://[HOST]:[PORT:${Number.parseInt(Object.keys(home.ports)[0] ?? '', 10)}]`);
  for (const kind of Object.values(home.schema))
    expect(kind).toMatch(/^(str|bool|int|float|email|url|password|port|list\([^)]+\))\??$/);
  // The image hands settings on by their names.
  expect(Object.values(keys).map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(home.schema)));
  expect(files['home-assistant/hangtag/Dockerfile']).toMatch(new RegExp(`^FROM ${pinned}$`, 'm'));
});

it('YAML is written as its readers expect', () => {
  expect(yaml({ a: 1, b: { c: ['x: "y"', { d: true }], e: {} }, f: [] })).toBe(
    'a: 1\nb:\n  c:\n    - "x: \\"y\\""\n    - {"d":true}\n  e: {}\nf: []\n',
  );
});
