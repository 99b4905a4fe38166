// Reads cookies in rows: a cookies.txt file, the rows of a browser's Application or Storage panel, and single values with their names.

import type { Instant } from '#domain/ports/clock.ts';
import type { Cookie } from '#domain/ports/marketplace.ts';
import type { PastedRequest } from './headers.ts';

/** Exports use Unix seconds, milliseconds, or a date. -1 and 0 mean a session cookie. */
export function readExpiry(value: unknown): Instant | undefined {
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
export function cookieFileIn(text: string): PastedRequest[] | null {
  const line =
    /^(?:#HttpOnly_)?(\S+)[\t ]+(?:TRUE|FALSE)[\t ]+(\/\S*)[\t ]+(?:TRUE|FALSE)[\t ]+(-?\d+(?:\.\d+)?)[\t ]+(\S+)[\t ]*(.*)$/gim;
  const cookies = [...text.matchAll(line)].map(([, domain = '', path, expires, name = '', value = '']) =>
    toCookie({ name, value: value.trim(), domain, path, expires }),
  );
  return cookies.length > 0 || /^# (Netscape )?HTTP Cookie File/i.test(text) ? [{ address: null, cookies }] : null;
}

/** Rows with tabs: Name, Value, Domain, Path, Expires, and more. null: there are none. */
export function rowsIn(text: string): PastedRequest[] | null {
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
export function labeledIn(text: string): Cookie[] {
  const [, domain] = /^domain\s*:\s*"?([^"\s]+)/im.exec(text) ?? [];
  const [, expires] = /^expires[^:\n]*:\s*"?([^"\n]+)/im.exec(text) ?? [];
  const cookies = [...text.matchAll(labeled)].map(([, name = '', double, single, bare, next]) =>
    toCookie({ name, value: double ?? single ?? bare ?? '', domain: domain ?? next, expires }),
  );
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) && text.startsWith('eyJ');
  return cookies.length === 0 && isToken ? [{ name: 'jwt', value: text }] : cookies;
}
