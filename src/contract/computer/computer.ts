// The computer that Hangtag runs on, where that is its operator's own: keeping it awake, backups, and new versions.
import { z } from 'zod';
import { type Cost, perHour, reads, scarce, writes } from '../cost.ts';
import { Time } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const Computer = z.object({
  /** Rounds of the last seven days that were due while it was asleep or off, as far as that is known; null on a server. */
  missedRounds: z.number().int().nullable(),
  /** null: Hangtag runs on a server, or the seller isn't its operator at the computer itself. */
  operated: z
    .object({
      keepsAwake: z.boolean(),
      /** null: none was ever saved. */
      lastBackupAt: Time.nullable(),
      /** Where the secret key is; null: not in a file of Hangtag's own. */
      keyFile: z.string().nullable(),
      /** null: this Hangtag can't look for one. */
      newVersion: z
        .object({
          /** Once a day, because the operator wants that. */
          looks: z.boolean(),
          present: z.string(),
          /** Only if it is newer than the present one. */
          newest: z.string().nullable(),
          /** When the registry last answered; null: it never did. */
          lookedAt: Time.nullable(),
          /** When it last didn't; null: it has answered since. */
          failedAt: Time.nullable(),
          /** What the operator does for a newer one, and what to type after that sentence. */
          text: z.string(),
          command: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
});
export type Computer = z.output<typeof Computer>;

const AwakeChoice = z.strictObject({ keepsAwake: z.boolean({ error: 'Turn this on or off' }) });

const LookChoice = z.strictObject({ looks: z.boolean({ error: 'Turn this on or off' }) });

const backups: Cost = {
  ...scarce,
  budget: 'backups',
  account: perHour(12),
  client: perHour(24),
  concurrency: { atOnce: 1, ofAccount: 1, waiting: 2, waitingOfAccount: 1 },
  refusal: 'You have saved or downloaded several backups in the last hour.',
};

export const computerRoutes = {
  read: {
    method: 'GET',
    path: '/api/computer',
    summary: 'What the operator chose for the computer that Hangtag runs on',
    access: 'user',
    cost: reads,
    client: true,
    reply: Computer,
  },
  keepAwake: {
    method: 'PUT',
    path: '/api/computer/keep-awake',
    summary: 'Keep the computer awake while a round runs. Only its operator, from the computer itself',
    access: 'user',
    cost: writes,
    client: true,
    body: AwakeChoice,
    reply: Computer,
  },
  newVersion: {
    method: 'PUT',
    path: '/api/computer/new-version',
    summary: 'Look for a new version once a day. Only the operator, from the computer itself',
    access: 'user',
    cost: writes,
    client: true,
    body: LookChoice,
    reply: Computer,
  },
  saveBackup: {
    method: 'POST',
    path: '/api/computer/backups',
    summary: 'Save a backup of everything but the secret key. Only the operator, from the computer itself',
    access: 'user',
    cost: backups,
    confirmed: true,
    client: true,
    reply: z.object({ fileName: z.string(), bytes: z.number(), isEncrypted: z.boolean() }),
  },
  backup: {
    method: 'GET',
    path: '/api/computer/backups/last',
    summary: 'The file of the backup that was saved last',
    access: 'user',
    cost: backups,
    confirmed: true,
    client: true,
    file: 'application/octet-stream',
    reply: z.object({ fileName: z.string(), content: z.custom<AsyncIterable<Uint8Array>>() }),
  },
} as const satisfies RouteTable[string];
