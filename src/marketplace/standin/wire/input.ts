// Reads request bodies, JSON fields, and cursors, and writes lists in pages.

import type { IncomingMessage } from 'node:http';
import { isObject, type JsonObject, parseJson } from '#domain/json.ts';
import { type Answer, jsonType, traceId } from './exchange.ts';

/** One page of a list. As text, because a JavaScript number would drop the three decimals of the cursor. */
export function listAnswer(data: unknown, nextCursorMs: number | null): Answer {
  const more = nextCursorMs === null ? '{}' : `{"next_max_id":${(nextCursorMs / 1000).toFixed(3)}}`;
  const body = `{"data":${JSON.stringify(data)},"more":${more},"trace_id":"${traceId()}"}`;
  return { status: 200, type: jsonType, body };
}

/** The page of `items`, newest first, that the query asks for. */
export function timedPage<T extends { atMs: number }>(items: readonly T[], query: string, draw: (item: T) => unknown) {
  const ask = new URLSearchParams(query);
  const belowMs = cursorMs(ask.get('max_id')) ?? Number.POSITIVE_INFINITY;
  const rest = items.filter(({ atMs }) => atMs < belowMs);
  const page = rest.slice(0, clampCount(ask.get('count') ?? 48));
  return listAnswer(page.map(draw), rest.length > page.length ? (page.at(-1)?.atMs ?? null) : null);
}

/** Default 48, clamped to 1 to 100. */
export function clampCount(value: unknown): number {
  const count = Math.floor(Number(value ?? 48));
  return Number.isFinite(count) ? Math.min(100, Math.max(1, count)) : 48;
}

/** A cursor in ms; null if there is none, undefined if it can't be parsed. */
export function cursorMs(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
}

/** Opaque to clients: where the next page begins. */
export const cursorAt = (start: number): string => `ENC_${Buffer.from(`from ${start}`).toString('base64url')}`;

/** null: not a cursor of ours, such as the page numbers of earlier years. */
export function readCursor(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return 0;
  const [, code] = /^ENC_([\w-]+)$/.exec(String(value)) ?? [];
  const [, start] = /^from (\d{1,5})$/.exec(Buffer.from(code ?? '', 'base64url').toString()) ?? [];
  return start === undefined ? null : Number(start);
}

const mostBytes = 1_048_576;

type Body = { text: string } | 'too_large' | 'broken';

/** The whole body as text, at most 1 MiB. Never rejects. */
export function readBody(req: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        resolve('too_large');
        chunks.length = 0;
      } else chunks.push(chunk);
    });
    req.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }));
    req.on('error', () => resolve('broken'));
    req.on('close', () => resolve('broken'));
  });
}

export type Json = JsonObject;

/** The JSON object in a text, or null. */
export function parseObject(text: string): Json | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

export const textAt = (value: Json, key: string): string | null => {
  const found = value[key];
  return typeof found === 'string' && found !== '' ? found : null;
};
export const jsonAt = (value: Json, key: string): Json | null => {
  const found = value[key];
  return isObject(found) ? found : null;
};
export const listAt = (value: Json, key: string): unknown[] | null => {
  const found = value[key];
  return Array.isArray(found) ? found : null;
};
