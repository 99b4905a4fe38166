// Finds the cookies in a text that was copied from a browser, whichever way.

import { parseJson } from '#domain/json.ts';
import type { Cookie, PastedText } from '#domain/ports/marketplace.ts';
import { commandsIn, fetchesIn, powerShellIn } from './commands.ts';
import { cookiesOfHeader, headersIn, type PastedRequest } from './headers.ts';
import { isJsonArchive, requestsInJson } from './json.ts';
import { cookieFileIn, labeledIn, rowsIn } from './tables.ts';

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
