// A storage area of the browser, in memory, for tests.
import type { Area } from './browser.ts';

export const newArea = (items: Record<string, unknown> = {}): Area & { items: Record<string, unknown> } => ({
  items,
  get: async (keys) => {
    const wanted = keys === null ? Object.keys(items) : typeof keys === 'string' ? [keys] : keys;
    return Object.fromEntries(wanted.flatMap((key) => (key in items ? [[key, structuredClone(items[key])]] : [])));
  },
  set: async (given) => void Object.assign(items, structuredClone(given)),
  remove: async (keys) => {
    for (const key of typeof keys === 'string' ? [keys] : keys) delete items[key];
  },
});
