// Reads the headers of a request as browsers show them: "Cookie: …" on one line, or the name and the value on two.

import type { Cookie, PastedText } from '#domain/ports/marketplace.ts';

/** `address`: where the request went, an address or a host. null: the text doesn't say. */
export type PastedRequest = { address: string | null; cookies: Cookie[] };

/** The value of a `Cookie` header, also with one cookie on each line. */
export function cookiesOfHeader(text: string): Cookie[] {
  const pairs = text.replace(/^\s*cookie\s*:/i, '').split(/;|\r?\n/);
  return pairs.flatMap((pair) => {
    const [, name, quote, value = ''] = /^\s*([^\s="';:,]+)\s*=\s*(["']?)(.*?)\2\s*$/s.exec(pair) ?? [];
    return name === undefined ? [] : [{ name, value: quote === '' ? value.trim() : value }];
  });
}

const requestHeaders =
  /^:?(accept|accept-language|authority|user-agent|referer|sec-fetch-\w+|upgrade-insecure-requests):?(\s|$)/im;
const responseHeaders =
  /^(set-cookie|server|content-security-policy|x-frame-options|strict-transport-security|etag):?(\s|$)/im;

/** null: these are no headers. */
export function headersIn(text: string): { looksLike: PastedText; requests: PastedRequest[] } | null {
  const cookies = headerValues(text, 'cookie').flatMap(cookiesOfHeader);
  if (cookies.length === 0 && !requestHeaders.test(text) && !responseHeaders.test(text)) return null;
  const [address = null] = [
    ...headerValues(text, ':authority'),
    ...headerValues(text, 'host'),
    ...headerValues(text, 'request url'),
  ];
  const looksLike = requestHeaders.test(text) || cookies.length > 0 ? 'request' : 'response';
  return { looksLike, requests: cookies.length === 0 ? [] : [{ address, cookies }] };
}

function headerValues(text: string, name: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line.slice(0, name.length).toLowerCase() !== name) return [];
    const [, value] = /^(?:\s*:\s*|\s+|$)(.*)$/s.exec(line.slice(name.length)) ?? [];
    if (value === undefined) return [];
    if (value !== '') return [value.trim()];
    return lines.slice(at + 1).find((next) => next !== '') ?? [];
  });
}
