// Opens an ordinary Firefox with the built extension in it, by WebDriver BiDi: Playwright drives only a Firefox of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFirefox } from '../../../bin/find-browser.ts';

const built = path.resolve(import.meta.dirname, '../../../dist/companion/firefox');
/** The address of the extension's pages, which Firefox otherwise makes up for each profile. */
const uuid = '5f0c2f8e-6f0e-4d5b-9a44-0a4f3c1d2b7e';
const startMs = 60_000;

export const firefox = findFirefox();
export const whySkipped = 'No Firefox is installed. Install firefox-esr, or set FIREFOX_PATH.';

type Answer = { id?: number; type: string; result?: unknown; message?: string };
export type FirefoxTab = ReturnType<typeof tabOf>;

/** A profile that asks nothing, calls nobody, and knows where the extension's pages will be. */
function writeProfile(folder: string): void {
  mkdirSync(folder);
  const prefs = {
    'extensions.webextensions.uuids': JSON.stringify({ 'companion@hangtag.example': uuid }),
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.reportingpolicy.firstRun': false,
    'app.normandy.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.region.network.url': '',
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    // Nobody needs the processes and the new tab that it would prepare. That was a tenth of the processor time of a start.
    'dom.ipc.processPrelaunch.enabled': false,
    'browser.newtab.preload': false,
  };
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(path.join(folder, 'user.js'), lines.join('\n'));
}

/** The extension with its permissions granted, because nobody can click a browser's own questions in a test. */
function unpack(folder: string, allowed: readonly string[]): void {
  cpSync(built, folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.permissions.push('cookies');
  manifest.host_permissions = allowed.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`);
  writeFileSync(file, JSON.stringify(manifest));
}

const listening = (process: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`Firefox did not start: ${output}`)), startMs);
    process.stderr?.on('data', (chunk) => {
      output += chunk;
      const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    process.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${output}`)));
  });

async function connect(url: string) {
  const socket = new WebSocket(`${url}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox refuses the connection.')));
  });
  let count = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const send = async <T>(method: string, params: object): Promise<T> => {
    count += 1;
    const id = count;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  };
  return { send, end: () => socket.close() };
}
type Send = Awaited<ReturnType<typeof connect>>['send'];

export async function openFirefox({ allowed }: { allowed: readonly string[] }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-firefox-'));
  writeProfile(path.join(folder, 'profile'));
  unpack(path.join(folder, 'extension'), allowed);
  const args = [
    '--headless',
    '--no-remote',
    '--remote-allow-system-access',
    '--profile',
    path.join(folder, 'profile'),
    '--remote-debugging-port',
    '0',
  ];
  const running = spawn(firefox ?? 'firefox', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  const { send, end } = await connect(await listening(running));
  await send('session.new', { capabilities: {} });
  await send('webExtension.install', { extensionData: { type: 'path', path: path.join(folder, 'extension') } });

  const open = async (url: string): Promise<FirefoxTab> => {
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
    const tab = tabOf(send, context);
    await tab.goto(url);
    return tab;
  };
  return {
    open,
    openPage: (page: 'popup' | 'options' | 'record') => open(`moz-extension://${uuid}/${page}.html`),
    async addresses() {
      const { contexts } = await send<{ contexts: { url: string }[] }>('browsingContext.getTree', {});
      return contexts.map(({ url }) => url);
    },
    async close() {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      end();
      running.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

const enter = '\uE007';

function tabOf(send: Send, context: string) {
  /** Runs in the page. `expression` may be a promise; its value comes back as JSON. */
  const run = async <T>(expression: string): Promise<T> => {
    type Run = { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
    const { result, exceptionDetails } = await send<Run>('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? 'null') as T;
  };
  /** Asks again until it is so. A page that draws itself meanwhile may have no such element yet. */
  const until = async (expression: string, what: string): Promise<void> => {
    const endsAt = performance.now() + 20_000;
    while (!(await run<boolean>(expression))) {
      if (performance.now() > endsAt) throw new Error(`${what}: ${await run<string>('document.body.innerText')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  return {
    run,
    async goto(url: string): Promise<void> {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    /** Waits until the page shows this text. */
    sees: (text: string) =>
      until(`document.body.innerText.includes(${JSON.stringify(text)})`, `The page never shows “${text}”`),
    async fill(label: string, value: string): Promise<void> {
      const input = `[...document.querySelectorAll('label')].find((one) => one.textContent === ${JSON.stringify(label)})?.control`;
      await until(`${input} != null`, `No field “${label}”`);
      await run(
        `(() => { const input = ${input}; input.value = ${JSON.stringify(value)}; input.dispatchEvent(new Event('input', { bubbles: true })); })()`,
      );
    },
    /** Presses a button by its name, with the keyboard. */
    async press(name: string): Promise<void> {
      const button = `[...document.querySelectorAll('button, a')].find((one) => one.textContent.trim() === ${JSON.stringify(name)})`;
      await until(`${button} != null`, `No button “${name}”`);
      await run(`${button}.focus()`);
      const keys = ['keyDown', 'keyUp'].map((type) => ({ type, value: enter }));
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    async close(): Promise<void> {
      await send('browsingContext.close', { context });
    },
  };
}
