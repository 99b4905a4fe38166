// Makes a recording of requests and their replies, without anything personal. Runs in browsers as well.

import { parseJson } from '#domain/json.ts';
import { decodePercent } from '#domain/text/percent.ts';
import { readMetaToken, readState } from '../session/bootstrap-page.ts';
import { createPlaceholders, kindByKey, kindByValue, ordinaryWords, type Placeholders } from './kinds.ts';
import type { Entry, Recording } from './recording.ts';
import { type Json, learnJson, learnText, redactJson, redactName, redactText } from './redact-json.ts';

type Header = { name: string; value: string };
type Content = { type: string; text: string };
/** One request and its reply as a browser saw them. Secret. */
export type Observed = {
  method: string;
  url: string;
  requestHeaders: readonly Header[];
  requestBody?: Content | undefined;
  status: number;
  responseHeaders: readonly Header[];
  responseBody?: Content | undefined;
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const knownCookies = ['jwt', 'ui', '_csrf', '__ssid'];
/** In the address of a page, only the first part is the site's own. */
const isApi = (path: string): boolean => /^\/(vm-rest|api|rest|graphql|v\d)\//.test(path);

/** What follows these words in a path is someone's or something's name. */
const beforeNames =
  /^(closet|closets|user|users|listing|u|profile|party|parties|search|brand|member|people|showroom|style|tags?|bundles?|invite|@.*)$/;

export const isPoshmark = (origin: string): boolean => /(^|\.)poshmark\.com$/.test(new URL(origin).hostname);

export function recordingOf(
  observed: readonly Observed[],
  { origin, startedAt, madeFrom }: { origin: string; startedAt: number; madeFrom: Recording['madeFrom'] },
): Recording {
  const placeholders = createPlaceholders();
  // All of them first: a name in one reply may be a key in an earlier one.
  for (const one of observed) learn(one, placeholders);
  const isPractice = observed.some((one) => one.responseHeaders.some(({ name }) => name.toLowerCase() === 'x-standin'));
  return {
    format: 'hangtag-recording',
    version: 1,
    marketplace: isPractice ? 'practice' : isPoshmark(origin) ? 'poshmark.com' : 'other',
    recordedOn: new Date(startedAt).toISOString().slice(0, 10),
    madeFrom,
    entries: observed.flatMap((one) => redact(one, placeholders) ?? []),
  };
}

function learn(observed: Observed, placeholders: Placeholders): void {
  const url = new URL(observed.url);
  for (const [name, value] of url.searchParams) learnJson(value, placeholders, name);
  for (const { name, value } of [...observed.requestHeaders, ...observed.responseHeaders])
    learnHeader(name, value, placeholders);
  learnPath(url.pathname, placeholders);
  for (const body of [observed.requestBody, observed.responseBody]) if (body) learnBody(body, placeholders);
}

function redact(observed: Observed, placeholders: Placeholders): Entry | null {
  const method = methods.find((known) => known === observed.method.toUpperCase());
  if (method === undefined || observed.status < 100 || observed.status > 599) return null;
  const url = new URL(observed.url);
  const sent = observed.requestBody && redactBody(observed.requestBody, placeholders);
  return {
    method,
    path: redactPath(url.pathname, placeholders),
    query: redactQuery(url.searchParams, placeholders),
    requestHeaders: headerNames(observed.requestHeaders, placeholders),
    ...(sent === undefined ? {} : { sent }),
    status: observed.status,
    responseHeaders: headerNames(observed.responseHeaders, placeholders),
    setsCookies: cookiesSet(observed.responseHeaders),
    ...(observed.responseBody && redactReply(observed.responseBody, placeholders)),
  };
}

function learnHeader(name: string, value: string, placeholders: Placeholders): void {
  if (/^(set-)?cookie$/i.test(name)) {
    for (const part of value.split(/[;\n]/)) {
      const [, key = '', text = ''] = /^\s*([^=]+)=(.*)$/.exec(part) ?? [];
      if (/^(path|domain|expires|max-age|samesite)$/i.test(key)) continue;
      placeholders.learn('secret', text);
      learnJson(decoded(text), placeholders, key);
    }
  } else if (kindByKey(name) === 'secret') for (const word of value.split(/\s+/)) placeholders.learn('secret', word);
}

const decoded = (text: string): string => decodePercent(text.replaceAll('+', ' ')) ?? text;

const segmentsOf = (path: string): string[] => path.split('/').slice(1).map(decoded);
const isName = (segments: string[], index: number): boolean =>
  beforeNames.test(segments[index - 1] ?? '') && !ordinaryWords.has(segments[index]?.toLowerCase() ?? '');

function learnPath(path: string, placeholders: Placeholders): void {
  const segments = segmentsOf(path);
  for (const [index, segment] of segments.entries())
    if (isName(segments, index)) learnText('handle', segment, placeholders);
    else if (kindByValue(segment) === 'id') placeholders.learn('id', segment);
}

function redactPath(path: string, placeholders: Placeholders): string {
  const segments = segmentsOf(path);
  const kept = segments.map((segment, index) => {
    if (segment === '' || ordinaryWords.has(segment.toLowerCase())) return segment;
    const byValue = kindByValue(segment);
    if (byValue !== 'text') return placeholders.of(byValue, segment);
    if (isName(segments, index)) return placeholders.of(/-[0-9a-f]{24}$/.test(segment) ? 'text' : 'handle', segment);
    const isOwn = index === 0 || isApi(path);
    return isOwn && /^[a-z][a-z0-9_-]{0,40}$/.test(segment)
      ? redactName(segment, placeholders)
      : placeholders.of('text', segment);
  });
  return `/${kept.join('/')}`.slice(0, 500);
}

function redactQuery(query: URLSearchParams, placeholders: Placeholders): Record<string, Json> {
  // Not by assignment: a parameter may be called __proto__.
  return Object.fromEntries(
    [...query].map(([name, value]) => {
      const text = redactText(name, value, placeholders);
      return [redactName(name, placeholders), text.startsWith('{') ? JSON.parse(text) : text];
    }),
  );
}

/** Names that browsers and servers use. Of others only those that read like words stay. */
function headerNames(headers: readonly Header[], placeholders: Placeholders): string[] {
  const names = headers.map(({ name }) => name.toLowerCase()).filter((name) => /^[a-z]+(-[a-z]+){0,5}$/.test(name));
  const kept = names.filter((name) => name.length <= 40 && redactName(name, placeholders) === name);
  return [...new Set(kept)].sort();
}

function cookiesSet(headers: readonly Header[]): string[] {
  const lines = headers
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .flatMap(({ value }) => value.split('\n'));
  return knownCookies.filter((cookie) => lines.some((line) => line.trim().startsWith(`${cookie}=`)));
}

const isForm = (type: string): boolean => type.includes('x-www-form-urlencoded');

function jsonIn({ text }: Content): unknown {
  const json = parseJson(text);
  return typeof json === 'object' || typeof json === 'boolean' ? json : undefined;
}

function learnBody(body: Content, placeholders: Placeholders): void {
  if (isForm(body.type))
    for (const [name, value] of new URLSearchParams(body.text)) learnJson(value, placeholders, name);
  const state = body.type.includes('html') ? readState(body.text) : jsonIn(body);
  learnJson(state, placeholders);
  const token = body.type.includes('html') ? readMetaToken(body.text) : null;
  if (token !== null) placeholders.learn('secret', token);
}

function redactBody(body: Content, placeholders: Placeholders): Json | undefined {
  if (isForm(body.type)) return redactQuery(new URLSearchParams(body.text), placeholders);
  const json = jsonIn(body);
  return json === undefined ? undefined : redactJson(json, placeholders);
}

function redactReply(body: Content, placeholders: Placeholders): Pick<Entry, 'received' | 'page'> {
  const json = jsonIn(body);
  if (json !== undefined) return { received: redactJson(json, placeholders) };
  if (!body.type.includes('html')) return {};
  const state = readState(body.text);
  const marks: NonNullable<Entry['page']>['marks'] = [];
  if (/login_form/i.test(body.text)) marks.push('login');
  if (/captcha-popup|g-recaptcha|h-?captcha|px-captcha/i.test(body.text)) marks.push('human_check');
  if (/<title[^>]*>\s*page not found/i.test(body.text)) marks.push('not_found');
  return {
    page: {
      hasToken: readMetaToken(body.text) !== null,
      marks,
      ...(state === undefined ? {} : { state: redactJson(state, placeholders) }),
    },
  };
}
