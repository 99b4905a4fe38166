// What the seller sees of paired browsers.
import { z } from 'zod';
import { companionStates } from '#domain/companion.ts';
import { Time } from '../fields.ts';

/** A code to type into the companion. */
export const CompanionCode = z.object({ code: z.string(), expiresAt: Time });

export const PairedBrowsers = z.object({
  companions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      pairedAt: Time,
      /** null: it has never asked for work. */
      lastSeenAt: Time.nullable(),
      isAwake: z.boolean(),
      /** This is the browser that carries the calls now. */
      isWorking: z.boolean(),
      /** What it said when it was last seen. A server of an earlier version doesn't say. */
      state: z.enum(companionStates).default('ready'),
    }),
  ),
});
