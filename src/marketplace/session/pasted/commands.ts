// Reads requests that a browser copied as code: cURL for both shells, PowerShell, and fetch.

import { cookiesOfHeader, type PastedRequest } from './headers.ts';

/** The requests of cURL commands, one or several. */
export function commandsIn(text: string): PastedRequest[] {
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
export const fetchesIn = (text: string): PastedRequest[] =>
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
export function powerShellIn(text: string): PastedRequest[] {
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
