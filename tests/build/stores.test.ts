// What the app stores of home servers are given, against the rules that they publish.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { storeFiles, yaml } from '../../bin/package/stores.mjs';
import packed from '../../package.json' with { type: 'json' };

const digest = `sha256:${'5'.repeat(64)}`;
const image = 'ghcr.io/somebody/hangtag';
const given = {
  root: path.resolve(import.meta.dirname, '../..'),
  image,
  digest,
  home: 'https://example.com/hangtag',
  day: '2026-11-28',
};
// biome-ignore lint/suspicious/noExplicitAny: files of several shapes
const files: Record<string, any> = storeFiles(given);

const umbrel = files['umbrel/hangtag/umbrel-app.yml'];
const umbrelCompose = files['umbrel/hangtag/docker-compose.yml'];
const { web } = umbrelCompose.services;
const proxy = umbrelCompose.services.app_proxy.environment;
const casa = files['casaos/Apps/Hangtag/docker-compose.yml'];
const shown = casa['x-casaos'];
const { hangtag } = casa.services;
const unraid: string = files['unraid/hangtag.xml'];
const home = files['home-assistant/hangtag/config.yaml'];
const tag = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(unraid)?.[1] ?? '';

const isOneOf = (one: string, all: string): boolean => all.split(' ').includes(one);

/** By where a store publishes them. */
const rules: Record<string, [rule: string, holds: boolean][]> = {
  'getumbrel/umbrel-apps: README.md, umbrel-package-app/SKILL.md': [
    ['the folder has the id, in lowercase with dashes', umbrel.id === 'hangtag'],
    [
      'the manifest has all fields, in this order',
      Object.keys(umbrel).join(' ') ===
        'manifestVersion id category name version tagline description releaseNotes developer website dependencies repo support port gallery path defaultUsername defaultPassword submitter submission',
    ],
    ['the manifest’s version is the program’s', umbrel.version === packed.version && umbrel.manifestVersion === 1],
    [
      'the category is one of theirs',
      isOneOf(umbrel.category, 'files bitcoin media networking social automation finance ai developer'),
    ],
    ['the tagline has 50 characters at most', umbrel.tagline.length <= 50],
    ['the summary has 50 to 200 words', /^(\S+\s+){49,199}\S+$/.test(umbrel.description)],
    [
      'a new app has no release notes, gallery, or password',
      `${umbrel.releaseNotes}${umbrel.gallery}${umbrel.defaultPassword}` === '',
    ],
    ['app_proxy has an environment only', Object.keys(umbrelCompose.services.app_proxy).join() === 'environment'],
    [
      'app_proxy finds the container by its injected name, and its own port',
      proxy.APP_HOST === 'hangtag_web_1' && proxy.APP_PORT === 5000 && umbrel.port !== proxy.APP_PORT,
    ],
    ['the image is pinned by tag and digest', web.image === `${image}:${packed.version}@${digest}`],
    [
      'nothing is built, published, privileged, or named by hand',
      ['build', 'ports', 'privileged', 'network_mode', 'container_name', 'depends_on'].every((name) => !(name in web)),
    ],
    [
      'it runs as the owner of Umbrel’s folders, and restarts on failure',
      web.user === '1000:1000' && web.restart === 'on-failure',
    ],
    [
      'what it keeps is in a folder that the package brings',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Umbrel's own variable
      web.volumes[0] === '${APP_DATA_DIR}/data:/data' && 'umbrel/hangtag/data/.gitkeep' in files,
    ],
    [
      'the address is the one that Umbrel opens',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Umbrel's own variables
      web.environment.PUBLIC_URL === 'http://${DEVICE_DOMAIN_NAME}:${APP_PROXY_PORT}',
    ],
    [
      'paths without Umbrel’s sign-in are the extension’s, which has a token',
      proxy.PROXY_AUTH_WHITELIST === '/api/companion/*',
    ],
  ],
  'IceWhaleTech/CasaOS-AppStore: CONTRIBUTING.md, docs/specs/compose-and-x-casaos.md': [
    ['the id is a reversed domain', /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(shown.id)],
    ['main names a service, and its container has its name', casa.services[shown.main].container_name === shown.main],
    ['the image’s tag is a version', hangtag.image === `${image}:${packed.version}`],
    ['port_map is a string, and the published port', shown.port_map === hangtag.ports[0].published],
    [
      'texts have en_US',
      [shown.title, shown.tagline, shown.description, shown.tips.before_install].every(({ en_US }) => en_US.length > 0),
    ],
    [
      'the category is one of theirs',
      isOneOf(shown.category, 'Media Productivity Home Networking AI Finance Social Developer Others'),
    ],
    [
      'fields are grouped: entry, display, metadata, version, links',
      Object.keys(shown).join(' ') ===
        'id main index port_map scheme title icon screenshot_link tagline description tips author developer category architectures version update_at website repo support docs',
    ],
    ['the version is the program’s', shown.version === packed.version],
    ['the folder has its icon', files['casaos/Apps/Hangtag/icon.svg'].startsWith('<svg')],
    ['it runs as who CasaOS says', hangtag.environment.PUID === '$PUID' && hangtag.user === '0:0'],
  ],
  'ca.unraid.net: XML Field Reference, Repository Information; selfhosters/unRAID-CA-templates: check.py': [
    [
      'the minimum and recommended tags are there',
      'Name Repository Category Icon Overview Project Support TemplateURL'.split(' ').every((name) => tag(name) !== ''),
    ],
    ['the image’s tag is a version', tag('Repository') === `${image}:${packed.version}`],
    [
      'the web page’s port is a target in a Config',
      unraid.includes(`Target="${/PORT:(\d+)/.exec(tag('WebUI'))?.[1]}"`),
    ],
    ['none of the tags that only weigh', !/<(DateInstalled|Networking|Data|Environment|Description)>/.test(unraid)],
    ['no quotes, angles, or ampersands in what people read', !/&(lt|gt|amp|quot);|["']/.test(tag('Overview'))],
    [
      'each Config has all attributes, without extra space',
      (unraid.match(/<Config /g) ?? []).length ===
        (
          unraid.match(
            /<Config Name="[^"]+" Target="[^"]+" Default="[^"]*" Mode="[^"]*" Description="[^"]+" Type="(Port|Path|Variable)" Display="(always|advanced)" Required="(true|false)" Mask="false">[^<]*<\/Config>/g,
          ) ?? []
        ).length,
    ],
    ['the profile of the repository isn’t empty', /<Profile>[^<]+<\/Profile>/.test(files['unraid/ca_profile.xml'])],
  ],
  'home-assistant/supervisor: addons/validate.py, options.py; developers docs: presentation, repository': [
    ['the required keys', ['name', 'version', 'slug', 'description', 'arch'].every((key) => key in home)],
    ['the version is the program’s', home.version === packed.version],
    ['the slug is its folder’s name', /^[-_.a-z0-9]+$/.test(home.slug) && 'home-assistant/hangtag/DOCS.md' in files],
    ['processors in its words', home.arch.every((one: string) => isOneOf(one, 'armhf armv7 aarch64 amd64 i386'))],
    [
      'startup, boot, and backup in its words',
      isOneOf(home.startup, 'initialize system services application once') &&
        isOneOf(home.boot, 'auto manual manual_only') &&
        isOneOf(home.backup, 'hot cold'),
    ],
    [
      'the web page names a port that is listed',
      /^https?:\/\/\[HOST\]:\[PORT:\d+\].*$/.test(home.webui) && '5000/tcp' in home.ports,
    ],
    ['the watchdog asks the health check', /^https?:\/\/\[HOST\]:\[PORT:5000\]\/healthz$/.test(home.watchdog)],
    ['it waits 10 to 300 seconds for the end', home.timeout >= 10 && home.timeout <= 300],
    [
      'settings have a kind that it knows',
      Object.values<string>(home.schema).every((kind) =>
        /^(str|bool|int|float|email|url|password|port|list\([^)]+\))\??$/.test(kind),
      ),
    ],
    [
      'without an image, it has a Dockerfile, pinned by version',
      files['home-assistant/hangtag/Dockerfile'].startsWith(`FROM ${image}:${packed.version}@`),
    ],
    ['the repository has a name', files['home-assistant/repository.yaml'].name !== ''],
  ],
};

describe.each(Object.entries(rules))('by %s', (_, table) => {
  it.each(table)('%s', (_rule, holds) => {
    expect(holds).toBe(true);
  });
});

it('settings in Home Assistant are settings of Hangtag', async () => {
  const { keys } = await import('#server/config/config-keys.ts');
  const known = Object.values(keys).map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining(Object.keys(home.schema)));
});

it('YAML is written as its readers expect', () => {
  expect(yaml({ a: 1, b: { c: ['x: "y"', { d: true }], e: {} }, f: [] })).toBe(
    'a: 1\nb:\n  c:\n    - "x: \\"y\\""\n    - {"d":true}\n  e: {}\nf: []\n',
  );
});
