// Client for the control plane of a running practice marketplace: opens and closes practice sellers.

import { request } from 'undici';
import { z } from 'zod';
import type { PracticeAdmin } from '#domain/ports/marketplace.ts';

const sellerSchema = z.object({ username: z.string(), password: z.string() });
const deadlineMs = 10_000;

/**
 * Opens and closes practice sellers. Rejects with an `Error` if the practice marketplace does not answer or refuses.
 * Closing a seller that no longer exists is not an error.
 */
export function practiceAdmin(origin: string, controlKey?: string): PracticeAdmin {
  const headers = { 'content-type': 'application/json', ...(controlKey ? { 'x-standin-key': controlKey } : {}) };
  const limits = { headersTimeout: deadlineMs, bodyTimeout: deadlineMs };
  return {
    open: async (size) => {
      const body = JSON.stringify(size ?? {});
      const reply = await request(`${origin}/__standin/accounts`, { method: 'POST', headers, body, ...limits });
      const text = await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`The practice marketplace answered ${reply.statusCode}.`);
      return sellerSchema.parse(JSON.parse(text));
    },
    close: async (username) => {
      const url = `${origin}/__standin/accounts/${encodeURIComponent(username)}`;
      const reply = await request(url, { method: 'DELETE', headers, ...limits });
      await reply.body.dump();
      if (reply.statusCode !== 200 && reply.statusCode !== 404) {
        throw new Error(`The practice marketplace answered ${reply.statusCode}.`);
      }
    },
  };
}
