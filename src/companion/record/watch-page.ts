// Runs in the world of a marketplace page while it is recorded: sees what the page sends with fetch and XMLHttpRequest.

import type { Observed } from '#marketplace/recording/redactor.ts';
import { largestBody, observedEvent, overEvent } from './observed.ts';

type Seen = {
  method: string;
  url: string;
  requestHeaders: Observed['requestHeaders'];
  requestBody?: Observed['requestBody'];
};

(() => {
  const marked = window as unknown as { hangtagWatches?: boolean };
  if (marked.hangtagWatches) return;
  marked.hangtagWatches = true;
  const { fetch: ownFetch, XMLHttpRequest: Xhr } = window;
  const ownOpen = Xhr.prototype.open;
  const ownHeader = Xhr.prototype.setRequestHeader;
  const ownSend = Xhr.prototype.send;
  let isOver = false;

  const tell = (observed: Observed): void => {
    if (!isOver) document.dispatchEvent(new CustomEvent(observedEvent, { detail: JSON.stringify(observed) }));
  };
  const isOwn = (url: string): boolean =>
    URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
  const isTalk = (url: string, type: string): boolean => /\/vm-rest\//.test(url) || /json|html/.test(type);
  const listOf = (headers: Headers): { name: string; value: string }[] =>
    [...headers].map(([name, value]) => ({ name, value }));
  const cut = (text: string): string => (text.length > largestBody ? '' : text);
  const bodyOf = (body: unknown, type: string): Observed['requestBody'] => {
    if (typeof body === 'string') return { type, text: cut(body) };
    if (body instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', text: cut(String(body)) };
    return undefined;
  };

  const noteFetch = async (request: Request | null, reply: Response): Promise<void> => {
    const type = reply.headers.get('content-type') ?? '';
    if (request === null || !isTalk(request.url, type)) return;
    const sent = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text().catch(() => '');
    const text = cut(await reply.text().catch(() => ''));
    tell({
      method: request.method,
      url: request.url,
      requestHeaders: listOf(request.headers),
      ...(sent === '' ? {} : { requestBody: { type: request.headers.get('content-type') ?? '', text: cut(sent) } }),
      status: reply.status,
      responseHeaders: listOf(reply.headers),
      ...(text === '' ? {} : { responseBody: { type, text } }),
    });
  };
  window.fetch = async (...given: Parameters<typeof fetch>) => {
    let copy: Request | null = null;
    try {
      const [input, init] = given;
      const url = input instanceof Request ? input.url : String(input);
      if (!isOver && isOwn(url)) copy = new Request(input instanceof Request ? input.clone() : input, init);
    } catch {
      // The page's own call fails in the same way.
    }
    // The page's call goes out as the page made it. The copy is only read.
    const reply = await ownFetch(...given);
    if (copy !== null && reply.type !== 'opaqueredirect') void noteFetch(copy, reply.clone());
    return reply;
  };

  const seen = new WeakMap<XMLHttpRequest, Seen>();
  Xhr.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    if (isOwn(String(url))) seen.set(this, { method, url: new URL(url, location.href).href, requestHeaders: [] });
    return Reflect.apply(ownOpen, this, [method, url, ...rest]);
  } as typeof ownOpen;
  Xhr.prototype.setRequestHeader = function (this: XMLHttpRequest, name: string, value: string) {
    const call = seen.get(this);
    if (call !== undefined) call.requestHeaders = [...call.requestHeaders, { name, value }];
    return ownHeader.call(this, name, value);
  };
  Xhr.prototype.send = function (this: XMLHttpRequest, body?: Document | XMLHttpRequestBodyInit | null) {
    const call = seen.get(this);
    if (call !== undefined && !isOver) {
      const type = call.requestHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
      call.requestBody = bodyOf(body, type);
      this.addEventListener('loadend', () => noteXhr(this, call), { once: true });
    }
    return ownSend.call(this, body);
  };
  const noteXhr = (xhr: XMLHttpRequest, call: Seen): void => {
    const type = xhr.getResponseHeader('content-type') ?? '';
    if (xhr.status === 0 || !isTalk(call.url, type)) return;
    const text =
      xhr.responseType === '' || xhr.responseType === 'text'
        ? xhr.responseText
        : xhr.responseType === 'json'
          ? JSON.stringify(xhr.response)
          : '';
    const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/);
    tell({
      ...call,
      status: xhr.status,
      responseHeaders: lines.flatMap((line) => {
        const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
        return name === '' ? [] : [{ name, value }];
      }),
      ...(text === '' ? {} : { responseBody: { type, text: cut(text) } }),
    });
  };

  document.addEventListener(overEvent, () => {
    isOver = true;
    marked.hangtagWatches = false;
    window.fetch = ownFetch;
    Object.assign(Xhr.prototype, { open: ownOpen, setRequestHeader: ownHeader, send: ownSend });
  });
})();
