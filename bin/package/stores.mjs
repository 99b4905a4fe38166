// Writes what the app stores of home servers need to know about the image: Umbrel, CasaOS, Unraid, and Home Assistant. Versions and texts
// come from package.json and the README. tests/build/stores.test.ts has the stores' rules.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** The port on the home server. 5000 is often taken there. */
const port = 5047;
const tagline = 'Shares your Poshmark closet, with a daily limit';
/** Where nothing asks who somebody is before they reach Hangtag. */
const firstAccount =
  'To make the first account, look into the log of Hangtag here: it says what to put behind its address. So nobody else in your network can be first.';

/** By name. Objects become YAML. `image`: its name without a version. `digest`: of that version in the registry. `home`: the address of the project. `day`: YYYY-MM-DD. */
export const storeFiles = ({ root, image, digest, home, day }) => {
  const read = (name) => readFileSync(path.join(root, name), 'utf8');
  const { version, description } = JSON.parse(read('package.json'));
  const paragraphs = read('README.md').split('\n\n');
  const about = paragraphs.find((each) => each.startsWith('Hangtag is '));
  const risk = paragraphs.find((each) => each.startsWith("**It's for you**"));
  const plain = [about, risk.replaceAll('**', '')].join('\n\n');
  const text = `${firstAccount}\n\n${plain}`;
  const common = { init: true, stop_grace_period: '15s' };
  const sealed = {
    read_only: true,
    tmpfs: ['/tmp:size=64m,mode=1777'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  };
  return {
    'umbrel/hangtag/umbrel-app.yml': {
      manifestVersion: 1,
      id: 'hangtag',
      category: 'automation',
      name: 'Hangtag',
      version,
      tagline,
      description: plain,
      releaseNotes: '',
      developer: 'Hangtag',
      website: home,
      dependencies: [],
      repo: home,
      support: `${home}/issues`,
      port,
      gallery: [],
      path: '',
      defaultUsername: '',
      defaultPassword: '',
      submitter: 'Hangtag',
      submission: home,
    },
    'umbrel/hangtag/docker-compose.yml': {
      version: '3.7',
      services: {
        // The extension has a token instead of Umbrel's cookie.
        app_proxy: {
          environment: { APP_HOST: 'hangtag_web_1', APP_PORT: 5000, PROXY_AUTH_WHITELIST: '/api/companion/*' },
        },
        web: {
          image: `${image}:${version}@${digest}`,
          user: '1000:1000',
          restart: 'on-failure',
          ...common,
          ...sealed,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Umbrel's own variable
          volumes: ['${APP_DATA_DIR}/data:/data'],
          // Umbrel's own sign-in is in front, so the first account needs no more.
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Umbrel's own variables
          environment: { PUBLIC_URL: 'http://${DEVICE_DOMAIN_NAME}:${APP_PROXY_PORT}' },
        },
      },
    },
    'umbrel/hangtag/data/.gitkeep': '',
    'casaos/Apps/Hangtag/docker-compose.yml': {
      name: 'hangtag',
      services: {
        hangtag: {
          image: `${image}:${version}`,
          container_name: 'hangtag',
          // The folder that CasaOS makes is root's. The image gives it to PUID and drops root's rights.
          user: '0:0',
          environment: { PUID: '$PUID', PGID: '$PGID', TZ: '$TZ' },
          ports: [{ target: 5000, published: String(port), protocol: 'tcp' }],
          volumes: [{ type: 'bind', source: '/DATA/AppData/$AppID/data', target: '/data' }],
          restart: 'unless-stopped',
          ...common,
        },
      },
      'x-casaos': {
        id: 'app.hangtag.hangtag',
        main: 'hangtag',
        index: '/',
        port_map: String(port),
        scheme: 'http',
        title: { en_US: 'Hangtag' },
        icon: 'icon.svg',
        screenshot_link: ['screenshot-1.png'],
        tagline: { en_US: tagline },
        description: { en_US: text },
        tips: { before_install: { en_US: firstAccount } },
        author: 'Hangtag',
        developer: 'Hangtag',
        category: 'Productivity',
        architectures: ['amd64', 'arm64'],
        version,
        update_at: day,
        website: home,
        repo: home,
        support: `${home}/issues`,
        docs: `${home}/blob/main/docs/hosting.md`,
      },
    },
    'casaos/Apps/Hangtag/icon.svg': read('src/web/public/icon.svg'),
    'unraid/hangtag.xml': unraid({ image, version, home, text, day }),
    'unraid/ca_profile.xml': `<?xml version="1.0"?>
<CommunityApplications>
  <Profile>${escaped(about)}</Profile>
  <Icon>${home}/raw/main/src/web/public/icon-512.png</Icon>
  <WebPage>${home}</WebPage>
</CommunityApplications>
`,
    'home-assistant/repository.yaml': { name: 'Hangtag', url: home, maintainer: 'Hangtag' },
    'home-assistant/hangtag/config.yaml': {
      name: 'Hangtag',
      version,
      slug: 'hangtag',
      description,
      url: home,
      arch: ['amd64', 'aarch64'],
      startup: 'application',
      boot: 'auto',
      ports: { '5000/tcp': port },
      ports_description: { '5000/tcp': 'Hangtag in the browser' },
      webui: 'http://[HOST]:[PORT:5000]',
      watchdog: 'http://[HOST]:[PORT:5000]/healthz',
      // A copy of a running database is none.
      backup: 'cold',
      timeout: 20,
      options: {},
      schema: Object.fromEntries(Object.entries(homeAssistantSettings).map(([name, [kind]]) => [name, kind])),
    },
    // Home Assistant has no other way to say who a container starts as, and its data folder is root's.
    'home-assistant/hangtag/Dockerfile': `FROM ${image}:${version}@${digest}\nUSER 0:0\n`,
    'home-assistant/hangtag/DOCS.md': `# Hangtag

${text}

Settings that you leave empty keep their defaults:

${Object.entries(homeAssistantSettings)
  .map(([name, [, says]]) => `- \`${name}\`: ${says}`)
  .join('\n')}

All settings, backups, and HTTPS: ${home}/blob/main/docs/hosting.md
`,
    'home-assistant/hangtag/README.md': `${about}\n`,
    'home-assistant/hangtag/CHANGELOG.md': read('CHANGELOG.md'),
  };
};

/** Names are Hangtag's own, because the image hands them on as they are. */
const homeAssistantSettings = {
  PUBLIC_URL: ['url?', 'your own address with https, if a proxy serves Hangtag there'],
  TRUST_PROXY: ['str?', 'the number of proxies in front'],
  REGISTRATION: ['list(open|closed)?', '`closed` once everybody has an account'],
  MARKETPLACE_URL: ['str?', '`none` for practice closets only'],
  SMTP_URL: ['password?', 'your mail server'],
  MAIL_FROM: ['str?', 'the sender of all email'],
  OPERATOR_EMAIL: ['email?', 'where contact messages go'],
};

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const unraid = ({ image, version, home, text, day }) => {
  const config = (type, name, target, standard, mode, says, display) =>
    `  <Config Name="${name}" Target="${target}" Default="${standard}" Mode="${mode}" Description="${says}" Type="${type}" Display="${display}" Required="${type !== 'Variable'}" Mask="false">${standard}</Config>`;
  return `<?xml version="1.0"?>
<Container version="2">
  <Name>Hangtag</Name>
  <Repository>${image}:${version}</Repository>
  <Registry>https://${image}</Registry>
  <Network>bridge</Network>
  <Shell>sh</Shell>
  <Privileged>false</Privileged>
  <Support>${home}/issues</Support>
  <Project>${home}</Project>
  <Overview>${escaped(text.replaceAll("'", '’'))}</Overview>
  <Category>Productivity: Tools:</Category>
  <WebUI>http://[IP]:[PORT:5000]</WebUI>
  <TemplateURL>${home}/raw/main/unraid/hangtag.xml</TemplateURL>
  <Icon>${home}/raw/main/src/web/public/icon-512.png</Icon>
  <ExtraParams>--user=0:0 --init --stop-timeout=15</ExtraParams>
  <Date>${day}</Date>
${[
  config('Port', 'Web page', '5000', String(port), 'tcp', 'Where you open Hangtag', 'always'),
  config('Path', 'Data', '/data', '/mnt/user/appdata/hangtag', 'rw', 'The database and the secret key', 'always'),
  config('Variable', 'PUID', 'PUID', '99', '', 'The user whom the data belongs to', 'advanced'),
  config('Variable', 'PGID', 'PGID', '100', '', 'The group whom the data belongs to', 'advanced'),
  config('Variable', 'Own address', 'PUBLIC_URL', '', '', 'With https, if a proxy serves Hangtag there', 'advanced'),
  config('Variable', 'Proxies', 'TRUST_PROXY', '', '', 'The number of proxies in front', 'advanced'),
].join('\n')}
</Container>
`;
};

/** Strings in quotes read the same in YAML and JSON. */
export const yaml = (value, indent = '') => {
  const lines = Object.entries(value).map(([name, one]) => {
    if (Array.isArray(one) && one.length > 0)
      return `${indent}${name}:\n${one.map((each) => `${indent}  - ${JSON.stringify(each)}\n`).join('')}`;
    if (typeof one === 'object' && Object.keys(one).length > 0) return `${indent}${name}:\n${yaml(one, `${indent}  `)}`;
    return `${indent}${name}: ${JSON.stringify(one)}\n`;
  });
  return lines.join('');
};

/** Writes all of them into the folder `to`, with the pictures that each store asks for. */
export const writeStores = async (to, about) => {
  const put = (name, content) => {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    writeFileSync(path.join(to, name), content);
  };
  for (const [name, content] of Object.entries(storeFiles(about)))
    put(name, typeof content === 'string' ? content : yaml(content));
  const icon = (width, height) =>
    sharp(path.join(about.root, 'src/web/public/icon.svg'), { density: 600 })
      .resize({ width, height, fit: 'contain', background: '#00000000' })
      .png()
      .toBuffer();
  put('home-assistant/hangtag/icon.png', await icon(128, 128));
  put('home-assistant/hangtag/logo.png', await icon(250, 100));
  put(
    'casaos/Apps/Hangtag/screenshot-1.png',
    await sharp(path.join(about.root, 'docs/pictures/dashboard.png'))
      .resize({ width: 1280, height: 800, position: 'top' })
      .png()
      .toBuffer(),
  );
};
