// Finds the cookies in a text that was copied from a browser, whichever way.

import { isObject, parseJson } from '#domain/json.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Cookie, PastedText } from '#domain/ports/marketplace.ts';

/** `address`: where the request went, an address or a host. null: the text doesn't say. */
type PastedRequest = { address: string | null; cookies: Cookie[] };

/** The value of a `Cookie` header, also with one cookie on each line. */
function cookiesOfHeader(text: string): Cookie[] {
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
function headersIn(text: string): { looksLike: PastedText; requests: PastedRequest[] } | null {
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

const isJsonArchive = (json: unknown): boolean => isObject(json) && (isObject(json.log) || isObject(json.request));

/** Pairs of names and values that are no cookies, and cookies of answers, which a request may have replaced. */
const noCookies = /response|querystring|postdata|params|timings|cache/i;
/** Deeper than any export is. */
const mostLevels = 8;

function requestsInJson(json: unknown, address: string | null = null, level = 0): PastedRequest[] {
  if (level > mostLevels) return [];
  if (Array.isArray(json)) {
    const header = headersOf(json);
    const cookies = header.length > 0 ? header : json.flatMap(readCookie);
    if (cookies.length > 0) return [{ address, cookies }];
    return json.flatMap((value) => requestsInJson(value, address, level + 1));
  }
  if (!isObject(json)) return [];
  const own = typeof json.url === 'string' ? json.url : address;
  const cookies = cookiesOfMap(json);
  if (cookies.length > 0) return [{ address: own, cookies }];
  // A request's header has what was sent, also where its list of cookies was left out.
  const header = Array.isArray(json.headers) ? headersOf(json.headers) : [];
  if (header.length > 0) return [{ address: own, cookies: header }];
  return Object.entries(json).flatMap(([name, value]) =>
    noCookies.test(name) || (name === 'headers' && Array.isArray(value)) ? [] : requestsInJson(value, own, level + 1),
  );
}

const headersOf = (list: readonly unknown[]): Cookie[] =>
  list.flatMap((entry) =>
    isObject(entry) && typeof entry.name === 'string' && /^cookie$/i.test(entry.name) && typeof entry.value === 'string'
      ? cookiesOfHeader(entry.value)
      : [],
  );

/** `{"jwt": "…", "ui": "…"}`, also with the values one level deeper, or a header by its name. */
function cookiesOfMap(json: Record<string, unknown>): Cookie[] {
  const header = Object.entries(json).find(([name, value]) => /^cookie$/i.test(name) && typeof value === 'string');
  if (header !== undefined) return cookiesOfHeader(String(header[1]));
  if (json.jwt === undefined) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    const text = isObject(value) ? value.value : value;
    return typeof text === 'string' ? [{ name, value: text }] : [];
  });
}

function readCookie(entry: unknown): Cookie[] {
  if (!isObject(entry)) return [];
  const { name, value, domain, path, expires, expirationDate } = entry;
  if (typeof name !== 'string' || typeof value !== 'string') return [];
  const cookie: Cookie = { name, value };
  if (typeof domain === 'string') cookie.domain = domain;
  if (typeof path === 'string') cookie.path = path;
  const end = readExpiry(expires ?? expirationDate);
  if (end !== undefined) cookie.expires = end;
  return [cookie];
}

/** Exports use Unix seconds, milliseconds, or a date. -1 and 0 mean a session cookie. */
function readExpiry(value: unknown): Instant | undefined {
  if (typeof value === 'string' && !/^-?[\d.]+$/.test(value)) {
    const moment = Date.parse(value);
    return Number.isNaN(moment) ? undefined : moment;
  }
  const seconds = Number(value);
  if (value === null || value === '' || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.round(seconds > 100_000_000_000 ? seconds : seconds * 1000);
}

type Row = {
  name: string;
  value: string;
  domain?: string | undefined;
  path?: string | undefined;
  expires?: string | undefined;
};

function toCookie({ name, value, domain, path, expires }: Row): Cookie {
  const end = readExpiry(expires ?? '');
  const [, bare = value] = /^"(.*)"$/s.exec(value) ?? [];
  return {
    ...{ name, value: bare },
    ...(domain !== undefined && isDomain(domain) && { domain }),
    ...(path?.startsWith('/') && { path }),
    ...(end !== undefined && { expires: end }),
  };
}

const isDomain = (text: string): boolean => /^\.?([\w-]+\.)+[\w-]+$|^localhost$/i.test(text);

/** Netscape's format, which curl and many extensions write. null: this is another one. */
function cookieFileIn(text: string): PastedRequest[] | null {
  const line =
    /^(?:#HttpOnly_)?(\S+)[\t ]+(?:TRUE|FALSE)[\t ]+(\/\S*)[\t ]+(?:TRUE|FALSE)[\t ]+(-?\d+(?:\.\d+)?)[\t ]+(\S+)[\t ]*(.*)$/gim;
  const cookies = [...text.matchAll(line)].map(([, domain = '', path, expires, name = '', value = '']) =>
    toCookie({ name, value: value.trim(), domain, path, expires }),
  );
  return cookies.length > 0 || /^# (Netscape )?HTTP Cookie File/i.test(text) ? [{ address: null, cookies }] : null;
}

/** Rows with tabs: Name, Value, Domain, Path, Expires, and more. null: there are none. */
function rowsIn(text: string): PastedRequest[] | null {
  const rows = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
  const head = rows.find((cells) => cells.includes('Name') && cells.includes('Value')) ?? [];
  const column = (name: string, usual: number): number => {
    const at = head.findIndex((cell) => cell.toLowerCase().startsWith(name));
    return head.length === 0 ? usual : at;
  };
  const cookies = rows.flatMap((cells): Cookie[] => {
    const [name, value, domain, path, expires] = [
      cells[column('name', 0)],
      cells[column('value', 1)],
      cells[column('domain', 2)],
      cells[column('path', 3)],
      cells[column('expires', 4)],
    ];
    if (!name || value === undefined || cells === head) return [];
    const isRow = head.length > 0 || names.includes(name) || (domain !== undefined && isDomain(domain));
    return isRow ? [toCookie({ name, value, domain, path, expires })] : [];
  });
  return cookies.length > 0 ? [{ address: null, cookies }] : null;
}

/** The cookies of a session, which are known by their names alone. */
const names = ['jwt', 'ui', '_csrf', '__ssid', 'esid', 'ses_exp', 'max_auth_exp'];
const labeled = new RegExp(
  `^["']?(${names.join('|')})["']?(?:\\s*[:=]\\s*|\\s+)(?:"([^"\\n]*)"|'([^'\\n]*)'|([^\\s"';,]+))(?:[ \\t]+(\\S+))?`,
  'gim',
);

/** `jwt: "…"`, a name and a value on two lines, or the value of the session alone. */
function labeledIn(text: string): Cookie[] {
  const [, domain] = /^domain\s*:\s*"?([^"\s]+)/im.exec(text) ?? [];
  const [, expires] = /^expires[^:\n]*:\s*"?([^"\n]+)/im.exec(text) ?? [];
  const cookies = [...text.matchAll(labeled)].map(([, name = '', double, single, bare, next]) =>
    toCookie({ name, value: double ?? single ?? bare ?? '', domain: domain ?? next, expires }),
  );
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) && text.startsWith('eyJ');
  return cookies.length === 0 && isToken ? [{ name: 'jwt', value: text }] : cookies;
}

/** The requests of cURL commands, one or several. */
function commandsIn(text: string): PastedRequest[] {
  const words = shellWords(text);
  const starts = words.flatMap((word, at) => (/^curl(\.exe)?$/i.test(word) ? [at] : []));
  return starts.map((start, at) => {
    const own = words.slice(start + 1, starts[at + 1]);
    const headers = own.filter((word) => /^cookie\s*:/i.test(word));
    const options = own.flatMap((word, index) => {
      if (word === '-b' || word === '--cookie') return own[index + 1] ?? [];
      return word.startsWith('--cookie=') ? word.slice('--cookie='.length) : [];
    });
    return {
      address: own.find((word) => /^https?:\/\//i.test(word)) ?? '',
      cookies: [...headers, ...options].flatMap(cookiesOfHeader),
    };
  });
}

/** The words of a command that a browser wrote for a Unix shell or for the command prompt of Windows. */
function shellWords(text: string): string[] {
  const isPrompt = /\^"|\^\s*\r?\n|"\^%"/.test(text);
  const command = isPrompt ? text.replace(/\^(\r?\n|.)/g, '$1') : text.replace(/\\\r?\n/g, ' ');
  const parts = /\$'((?:\\.|[^'\\])*)'|'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^\s'"\\])/gs;
  return (command.match(/(?:\$'(?:\\.|[^'\\])*'|'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs) ?? []).map((word) =>
    word.replace(parts, (_, escaped?: string, single?: string, double?: string, one?: string, bare?: string) =>
      escaped === undefined ? (single ?? double?.replace(/\\(.)/gs, '$1') ?? one ?? bare ?? '') : unescaped(escaped),
    ),
  );
}

/** Browsers write letters outside ASCII, and `!`, as `\u0021` inside `$'…'` and in strings of JavaScript. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four?: string, two?: string, one = '') =>
    four === undefined && two === undefined ? one : String.fromCharCode(Number.parseInt(four ?? two ?? '', 16)),
  );

/** The requests of `fetch` calls. Only those for Node.js have the cookies. */
const fetchesIn = (text: string): PastedRequest[] =>
  text
    .split(/\bfetch\s*\(/)
    .slice(1)
    .flatMap((call) => {
      const [, , address = ''] = /^\s*(["'`])((?:\\.|(?!\1).)*)\1/s.exec(call) ?? [];
      const [, , header] = /["']?\bcookie["']?\s*:\s*(["'`])((?:\\.|(?!\1).)*)\1/is.exec(call) ?? [];
      const target = unescaped(address);
      // A path alone is one of the page that it was copied on.
      const where = target.startsWith('/') ? null : target;
      return header === undefined ? [] : [{ address: where, cookies: cookiesOfHeader(unescaped(header)) }];
    });

const quoted = /"((?:`.|""|[^"`])*)"|'((?:''|[^'])*)'/;
const argument = `(?:${quoted.source})`;
const cookieMade = new RegExp(
  `System\\.Net\\.Cookie\\(\\s*${argument}\\s*,\\s*${argument}(?:\\s*,\\s*${argument})?(?:\\s*,\\s*${argument})?`,
  'gis',
);
const cookieHeader = new RegExp(`["']cookie["']\\s*=\\s*${argument}`, 'gis');
const address = new RegExp(`-Uri\\s+${argument}`, 'is');

/** The request of a PowerShell command: each cookie is made on a line of its own, or all are in a header. */
function powerShellIn(text: string): PastedRequest[] {
  const values = (match: RegExpExecArray | null): (string | undefined)[] =>
    Array.from({ length: ((match?.length ?? 1) - 1) / 2 }, (_, at) => {
      const double = match?.[at * 2 + 1];
      return double?.replace(/`(.)|""/gs, (_all, one = '"') => one) ?? match?.[at * 2 + 2]?.replaceAll("''", "'");
    });
  const made = [...text.matchAll(cookieMade)].map(values).map(([name = '', value = '', path, domain]) => ({
    ...{ name, value },
    ...(path !== undefined && { path }),
    ...(domain !== undefined && { domain }),
  }));
  const headers = [...text.matchAll(cookieHeader)].flatMap((match) => cookiesOfHeader(values(match)[0] ?? ''));
  return [{ address: values(address.exec(text))[0] ?? null, cookies: [...made, ...headers] }];
}

type Pasted = {
  /** What the text is if there are no cookies in it. */
  looksLike: PastedText;
  requests: PastedRequest[];
};

export function readPasted(text: string): Pasted {
  if (/^[[{]/.test(text)) {
    const json = parseJson(text);
    return { looksLike: isJsonArchive(json) ? 'har' : 'json', requests: requestsInJson(json) };
  }
  if (/^curl(\.exe)?\s/im.test(text)) return { looksLike: 'request', requests: commandsIn(text) };
  if (/Invoke-(WebRequest|RestMethod)|WebRequestSession|System\.Net\.Cookie/i.test(text))
    return { looksLike: 'request', requests: powerShellIn(text) };
  if (/\bfetch\s*\(/.test(text)) return { looksLike: 'fetch', requests: fetchesIn(text) };
  if (/^<(!doctype|html|\?xml|!--)/i.test(text)) return { looksLike: 'page', requests: [] };
  const requests = cookieFileIn(text) ?? rowsIn(text);
  if (requests !== null) return { looksLike: 'text', requests };
  const headers = headersIn(text);
  if (headers !== null) return headers;
  const cookies = cookiesOfHeader(text);
  const labeled = labeledIn(text);
  const isLabeled = !cookies.some(isSession) && labeled.some(isSession);
  return { looksLike: kindOfText(text), requests: [{ address: null, cookies: isLabeled ? labeled : cookies }] };
}

const isSession = ({ name }: Cookie): boolean => name === 'jwt';

function kindOfText(text: string): PastedText {
  if (/^https?:\/\/\S+$|^www\.\S+$/i.test(text)) return 'address';
  return /^\S+@\S+\.\S+$/.test(text) ? 'email' : 'text';
}
