// The profile, the export of everything that is stored about the user, and the deletion of the account.
import { z } from 'zod';
import { type Cost, perHour, scarce, writes } from '../cost.ts';
import { Email, Message, name, Phone, Timezone } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { Password, User } from './sign-in.ts';

export const ProfileChange = z.strictObject({
  firstName: name(100, 'First name is required').min(1, 'First name is required').optional(),
  lastName: name(100, 'Last name is required').min(1, 'Last name is required').optional(),
  phoneNumber: Phone.nullable().optional(),
  username: name(60).nullable().optional(),
  timezone: Timezone.optional(),
  picturesThroughServer: z.boolean({ error: 'Turn this on or off' }).optional(),
  email: Email.optional(),
  newPassword: Password.optional(),
  currentPassword: z.string().optional(),
});

export const AccountDeletion = z.strictObject({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
});

/** Everything that is stored about the user, without secrets, as one JSON file. */
const AccountExport = z.record(z.string(), z.unknown());

const exports: Cost = {
  ...scarce,
  budget: 'exports',
  account: perHour(3),
  client: perHour(12),
  concurrency: { atOnce: 2, ofAccount: 1, waiting: 20, waitingOfAccount: 0 },
  refusal: 'You exported your data a few times just now.',
};

export const profileRoutes = {
  changeProfile: {
    method: 'PATCH',
    path: '/api/user/profile',
    summary: 'Change the profile, email, or password',
    access: 'user',
    cost: writes,
    client: true,
    body: ProfileChange,
    reply: User,
  },
  export: {
    method: 'GET',
    path: '/api/user/export',
    summary: 'Everything that Hangtag stores about the user, without secrets',
    access: 'user',
    cost: exports,
    client: true,
    streamed: true,
    reply: AccountExport,
  },
  remove: {
    method: 'DELETE',
    path: '/api/user',
    summary: 'Stop the bot and delete the account',
    access: 'user',
    cost: writes,
    session: 'close',
    client: true,
    body: AccountDeletion,
    reply: Message,
  },
} as const satisfies RouteTable[string];
