// Runs in the world of a marketplace page while it is recorded: sees what the page sends with fetch and XMLHttpRequest.

import type { Observed } from '#marketplace/recording/redactor.ts';
import { largestBody, observedEvent, overEvent } from './watching.ts';

type Body = Observed['requestBody'];
type Sent = Pick<Observed, 'method' | 'url' | 'requestHeaders'> & { requestBody?: Body };

const own = {
  fetch: window.fetch,
  open: XMLHttpRequest.prototype.open,
  setRequestHeader: XMLHttpRequest.prototype.setRequestHeader,
  send: XMLHttpRequest.prototype.send,
};
const marked = window as unknown as { hangtagWatches?: boolean };
const sentBy = new WeakMap<XMLHttpRequest, Sent>();
let isOver = false;

const report = (observed: Observed): void => {
  if (!isOver) document.dispatchEvent(new CustomEvent(observedEvent, { detail: JSON.stringify(observed) }));
};
const isOwn = (url: string): boolean =>
  URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
const isTalk = (url: string, type: string): boolean => /\/vm-rest\//.test(url) || /json|html/.test(type);
const listOf = (headers: Headers): Observed['requestHeaders'] => [...headers].map(([name, value]) => ({ name, value }));
const cut = (text: string): string => (text.length > largestBody ? '' : text);
const withText = (key: 'requestBody' | 'responseBody', type: string, text: string): { [K in typeof key]?: Body } =>
  text === '' ? {} : { [key]: { type, text: cut(text) } };

async function noteFetch(request: Request, reply: Response): Promise<void> {
  const type = reply.headers.get('content-type') ?? '';
  if (!isTalk(request.url, type)) return;
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const sent = hasBody ? await request.text().catch(() => '') : '';
  report({
    method: request.method,
    url: request.url,
    requestHeaders: listOf(request.headers),
    ...withText('requestBody', request.headers.get('content-type') ?? '', sent),
    status: reply.status,
    responseHeaders: listOf(reply.headers),
    ...withText('responseBody', type, await reply.text().catch(() => '')),
  });
}

/** The page's call as a request of its own, to read its body. null if it goes elsewhere or can't be read. */
function copyOf(...[input, init]: Parameters<typeof fetch>): Request | null {
  try {
    const url = input instanceof Request ? input.url : String(input);
    // A stream can be read only once, and that is the page's.
    if (isOver || !isOwn(url) || init?.body instanceof ReadableStream) return null;
    return new Request(input instanceof Request ? input.clone() : input, init);
  } catch {
    // The page's own call fails in the same way.
    return null;
  }
}

function watchFetch(): void {
  window.fetch = async (...given) => {
    const copy = copyOf(...given);
    // The page's call goes out as the page made it. The copy is only read.
    const reply = await own.fetch.apply(window, given);
    if (copy !== null && reply.type !== 'opaqueredirect') void noteFetch(copy, reply.clone());
    return reply;
  };
}

function bodyOf(body: unknown, type: string): Body {
  if (typeof body === 'string') return { type, text: cut(body) };
  if (body instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', text: cut(String(body)) };
  return undefined;
}

function textOf(xhr: XMLHttpRequest): string {
  if (xhr.responseType === '' || xhr.responseType === 'text') return xhr.responseText;
  return xhr.responseType === 'json' ? JSON.stringify(xhr.response) : '';
}

function noteXhr(xhr: XMLHttpRequest, sent: Sent): void {
  const type = xhr.getResponseHeader('content-type') ?? '';
  if (xhr.status === 0 || !isTalk(sent.url, type)) return;
  const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/);
  report({
    ...sent,
    status: xhr.status,
    responseHeaders: lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, value }];
    }),
    ...withText('responseBody', type, textOf(xhr)),
  });
}

function watchXhr(): void {
  const { prototype } = XMLHttpRequest;
  prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    if (isOwn(String(url))) sentBy.set(this, { method, url: new URL(url, location.href).href, requestHeaders: [] });
    return Reflect.apply(own.open, this, [method, url, ...rest]);
  } as typeof own.open;
  prototype.setRequestHeader = function (this: XMLHttpRequest, name, value) {
    const sent = sentBy.get(this);
    if (sent !== undefined) sent.requestHeaders = [...sent.requestHeaders, { name, value }];
    own.setRequestHeader.call(this, name, value);
  };
  prototype.send = function (this: XMLHttpRequest, body) {
    const sent = sentBy.get(this);
    if (sent !== undefined && !isOver) {
      const type = sent.requestHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
      sent.requestBody = bodyOf(body, type);
      this.addEventListener('loadend', () => noteXhr(this, sent), { once: true });
    }
    own.send.call(this, body);
  };
}

/** Leaves the page as it was. */
function leave(): void {
  isOver = true;
  marked.hangtagWatches = false;
  window.fetch = own.fetch;
  const { open, setRequestHeader, send } = own;
  Object.assign(XMLHttpRequest.prototype, { open, setRequestHeader, send });
}

// The script may be put into a page twice.
if (!marked.hangtagWatches) {
  marked.hangtagWatches = true;
  watchFetch();
  watchXhr();
  document.addEventListener(overEvent, leave, { once: true });
}
