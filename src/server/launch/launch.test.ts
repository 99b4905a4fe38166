import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { hasDesktop } from './command.ts';
import { contentSecurityPolicy, notStarted, waitingPage } from './front.ts';
import { launchAgent, scheduledTask, settingsFile, systemdUnit } from './service/service-files.ts';
import { isTemporary } from './service/system-service.ts';

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { DISPLAY: ':0', CI: '1' }, false],
  ['win32', {}, true],
  ['darwin', {}, true],
  ['darwin', { SSH_CONNECTION: '10.0.0.1' }, false],
] as const)('on %s with %o, there is a desktop: %s', (platform, env, expected) => {
  expect(hasDesktop(env, platform)).toBe(expected);
});

it('is no service from where npx keeps packages for a while', () => {
  expect(isTemporary('C:\\npm-cache\\_npx\\4f\\node_modules\\hangtag-closet\\bin\\hangtag.mjs')).toBe(true);
  expect(isTemporary('/home/jo/.npm/_npx/4f/node_modules/hangtag-closet/bin/hangtag.mjs')).toBe(true);
  expect(isTemporary('/usr/lib/node_modules/hangtag-closet/bin/hangtag.mjs')).toBe(false);
});

describe('the files of a service', () => {
  const command = ['/opt/Jo Müller/node', '--env-file=/home/jo/100% $HOME "x"/service.env', 'C:\\Jo\\', 'start'];
  const service = { command, dataDir: '/home/Jo & Müller' };
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-service-'));
  const written = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };

  it('quote every word as systemd reads it', () => {
    expect(systemdUnit(service)).toContain(
      String.raw`ExecStart="/opt/Jo Müller/node" "--env-file=/home/jo/100%% $$HOME \"x\"/service.env" "C:\\Jo\\" "start"`,
    );
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error)('are a unit that systemd accepts', () => {
    const unit = systemdUnit({ ...service, command: [process.execPath, ...command] });
    const verified = spawnSync('systemd-analyze', ['verify', '--user', written('hangtag.service', unit)], {
      encoding: 'utf8',
    });
    expect(verified.stderr).not.toMatch(/hangtag\.service:\d+/);
  });

  it('are XML in which every word stays itself', () => {
    const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    const strings = [...launchAgent(service).matchAll(/<string>(.*?)<\/string>/g)].map(([, text = '']) =>
      unescaped(text),
    );
    expect(strings.slice(2, 2 + command.length)).toEqual(command);
    const [, words = ''] = /<Arguments>(.*)<\/Arguments>/.exec(scheduledTask(service, 'PC\\Jo & Co')) ?? [];
    expect(unescaped(words)).toBe(
      String.raw`--headless "/opt/Jo Müller/node" "--env-file=/home/jo/100% $HOME \"x\"/service.env" "C:\Jo\\" "start"`,
    );
    for (const text of [launchAgent(service), scheduledTask(service, 'PC\\Jo & Co')]) {
      const open = [...text.matchAll(/<(\w+)(?: [^>]*[^/])?>/g)].map(([, name]) => name);
      const close = [...text.matchAll(/<\/(\w+)>/g)].map(([, name]) => name);
      expect(open.sort()).toEqual(close.sort());
    }
  });

  it('hold settings that Node.js reads as they are', () => {
    const values: [string, string][] = [
      ['DATA_DIR', 'C:\\Users\\Jo Müller\\new'],
      ['SMTP_URL', 'smtp://a:#$x"y@b'],
      ['MAIL_FROM', `Jo's "x" <a@b.co>`],
    ];
    const read = spawnSync(
      process.execPath,
      [`--env-file=${written('service.env', settingsFile(values))}`, '-p', 'JSON.stringify(process.env)'],
      { encoding: 'utf8', env: {} },
    );
    expect(JSON.parse(read.stdout)).toMatchObject(Object.fromEntries(values));
    rmSync(folder, { recursive: true });
  });
});

it('the waiting page shows what a start says as text, and runs only its own script', () => {
  expect(waitingPage(notStarted('Set <b>DATA_DIR</b> & start'))).toContain(
    'Set &#60;b&#62;DATA_DIR&#60;/b&#62; &#38; start',
  );
  expect(contentSecurityPolicy).toMatch(/default-src 'none';.*script-src 'sha256-/);
});
