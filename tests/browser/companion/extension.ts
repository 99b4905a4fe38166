// Opens an ordinary Chromium with the built extension in it.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findWholeBrowser } from '../../../bin/find-browser.ts';

const built = path.resolve(import.meta.dirname, '../../../dist/companion/chromium');

export const wholeBrowser = findWholeBrowser();
export const whySkipped =
  'An extension needs an ordinary Chromium: the headless shell can’t load one. Install chromium, or set WHOLE_CHROMIUM_PATH.';

export type Extension = Awaited<ReturnType<typeof openExtension>>;

type Wish = {
  /** Nobody can click a browser's own questions in a test, so these are allowed from the start. */
  allowed: readonly string[];
  cookies?: boolean;
};

export async function openExtension({ allowed, cookies = false }: Wish) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-extension-'));
  const unpacked = path.join(folder, 'extension');
  cpSync(built, unpacked, { recursive: true });
  const file = path.join(unpacked, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.host_permissions = allowed.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`);
  if (cookies) manifest.permissions.push('cookies');
  writeFileSync(file, JSON.stringify(manifest));
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath: wholeBrowser,
    headless: false,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-extensions-except=${unpacked}`,
      `--load-extension=${unpacked}`,
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;

  /** The popup as a tab, because a test can't open the real one. */
  const open = async (name: 'popup' | 'options' | 'record'): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${id}/${name}.html`);
    await page.locator('main').waitFor();
    return page;
  };
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return {
    context,
    open,
    /** Ends the service worker, as the browser does at any moment. */
    killWorker: () => killWorker(context, id),
    /** What a browser does when it installs an update: ends everything of the extension, and starts it again. */
    reload: () => onExtensionsPage(context, `chrome.developerPrivate.reload(${JSON.stringify(id)}, {})`),
    /** Switches the extension off or on, as a seller does on the browser's page of extensions. */
    enable: (isOn: boolean) =>
      onExtensionsPage(context, `chrome.management.setEnabled(${JSON.stringify(id)}, ${isOn})`),
    /** Stops the whole browser, as a lid that is closed does, until the returned function wakes it. Only on Linux. */
    suspend: () => suspend(folder),
    /** What the extension remembers on disk. */
    async remembered(): Promise<Record<string, unknown>> {
      const page = await open('popup');
      const all = await page.evaluate(() =>
        (
          globalThis as unknown as { chrome: { storage: { local: { get(): Promise<object> } } } }
        ).chrome.storage.local.get(),
      );
      await page.close();
      return all as Record<string, unknown>;
    },
    close,
  };
}

async function onExtensionsPage(context: BrowserContext, expression: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('chrome://extensions');
  // Without it, Chromium starts no extension that was loaded from a folder again.
  await page.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  await page.evaluate(expression);
  await page.close();
}

/** The browser with this profile and everything that it has started. */
function processesOf(folder: string): number[] {
  const all = readdirSync('/proc').flatMap((name) => {
    try {
      const [, parent = ''] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return [{ id: Number(name), parent: Number(parent), isOwn: command.includes(folder) }];
    } catch {
      return [];
    }
  });
  const found = new Set(all.filter(({ isOwn }) => isOwn).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, parent } of all) if (found.has(parent)) found.add(id);
  }
  return [...found];
}

function suspend(folder: string): () => void {
  const stopped = processesOf(folder);
  for (const id of stopped) process.kill(id, 'SIGSTOP');
  return () => {
    for (const id of stopped) process.kill(id, 'SIGCONT');
  };
}

async function killWorker(context: BrowserContext, id: string): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('This Playwright gives no session of the browser.');
  const { targetInfos } = await session.send('Target.getTargets');
  for (const { type, url, targetId } of targetInfos)
    if (type === 'service_worker' && url.startsWith(`chrome-extension://${id}/`))
      await session.send('Target.closeTarget', { targetId });
  await session.detach();
}
