// Reads request bodies and JSON fields.

import type { IncomingMessage } from 'node:http';
import { isObject, type JsonObject, parseJson } from '#domain/json.ts';

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
