// The parts of the WebExtensions API that the companion uses.

type BrowserEvent<Args extends readonly unknown[], Result = void> = {
  addListener(listener: (...args: Args) => Result): void;
  removeListener(listener: (...args: Args) => Result): void;
};

export type Area = {
  get(keys: string | readonly string[] | null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | readonly string[]): Promise<void>;
};
export type StoredChange = { newValue?: unknown; oldValue?: unknown };

export type Tab = {
  id?: number;
  windowId: number;
  url?: string;
  status?: string;
  discarded?: boolean;
  active: boolean;
};
export type Cookie = { name: string; value: string; domain: string; path: string; expirationDate?: number };

type Script = {
  id: string;
  matches: string[];
  js: string[];
  runAt: 'document_start';
  world: 'MAIN' | 'ISOLATED';
  persistAcrossSessions: false;
};
type Injection<Args extends readonly unknown[], Result> = {
  target: { tabId: number };
  func: (...args: Args) => Result;
  args: Args;
};
type FileInjection = { target: { tabId: number }; files: string[]; world: 'MAIN' | 'ISOLATED' };

/** Chromium calls it `chrome`, and Firefox `browser`. Both return promises. */
export type BrowserApi = {
  runtime: {
    id: string;
    getManifest(): { version: string; optional_permissions?: string[] };
    getURL(path: string): string;
    sendMessage(message: unknown): Promise<unknown>;
    openOptionsPage(): Promise<void>;
    onMessage: BrowserEvent<[message: unknown, sender: { tab?: Tab }]>;
    onStartup: BrowserEvent<[]>;
    onInstalled: BrowserEvent<[]>;
  };
  storage: {
    local: Area & { setAccessLevel?(level: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void> };
    session: Area;
    onChanged: BrowserEvent<[changes: Record<string, StoredChange>, area: string]>;
  };
  alarms: {
    create(name: string, when: { periodInMinutes: number }): Promise<void> | undefined;
    onAlarm: BrowserEvent<[]>;
  };
  tabs: {
    query(wanted: { url?: string; active?: boolean; currentWindow?: boolean }): Promise<Tab[]>;
    get(id: number): Promise<Tab>;
    create(wanted: { url: string; active?: boolean; pinned?: boolean }): Promise<Tab>;
    update(id: number, change: { active: boolean }): Promise<unknown>;
    remove(id: number): Promise<void>;
    sendMessage(id: number, message: unknown): Promise<unknown>;
    onUpdated: BrowserEvent<[id: number, change: { status?: string }, tab: Tab]>;
    onRemoved: BrowserEvent<[id: number]>;
  };
  windows: { update(id: number, change: { focused: boolean }): Promise<unknown> };
  scripting: {
    executeScript<Args extends readonly unknown[], Result>(
      injection: Injection<Args, Result> | FileInjection,
    ): Promise<{ result?: Awaited<Result> }[]>;
    registerContentScripts(scripts: Script[]): Promise<void>;
    unregisterContentScripts(filter: { ids: string[] }): Promise<void>;
  };
  permissions: {
    contains(wanted: { origins?: string[]; permissions?: string[] }): Promise<boolean>;
    request(wanted: { origins?: string[]; permissions?: string[] }): Promise<boolean>;
    remove(wanted: { origins?: string[]; permissions?: string[] }): Promise<boolean>;
    onAdded: BrowserEvent<[]>;
    onRemoved: BrowserEvent<[]>;
  };
  /** Only while the seller has allowed it. */
  cookies?: { getAll(wanted: { url: string }): Promise<Cookie[]> };
  action: {
    setBadgeText(badge: { text: string }): Promise<void>;
    setBadgeBackgroundColor(badge: { color: string }): Promise<void>;
    setTitle(title: { title: string }): Promise<void>;
  };
};

const global = globalThis as unknown as { browser?: BrowserApi; chrome?: BrowserApi };

/** The API of this browser. Throws if there is none, such as in a web page. */
export function thisBrowser(): BrowserApi {
  const api = global.browser?.runtime === undefined ? global.chrome : global.browser;
  if (api === undefined) throw new Error('This page is not part of an extension.');
  return api;
}

/** The pattern that permissions and queries for the tabs of an origin use. Patterns have no ports. */
export function patternOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}
