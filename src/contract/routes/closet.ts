// The calls of the connection to the marketplace.
import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { User } from '../schemas/account.ts';
import {
  ApiTest,
  AuthStatus,
  ClosetCredentials,
  CodeRequested,
  ExportedSession,
  Linked,
  OneTimeCode,
  RenewalChoice,
} from '../schemas/closet.ts';
import { Message } from '../schemas/fields.ts';

export const closetRoutes = {
  authStatus: {
    method: 'GET',
    path: '/api/poshmark/auth-status',
    summary: 'The stored state of the marketplace connection',
    access: 'user',
    reply: AuthStatus,
  },
  linkPractice: {
    method: 'POST',
    path: '/api/poshmark/practice',
    summary: 'Connect a practice closet',
    access: 'user',
    reply: Linked,
  },
  importSession: {
    method: 'POST',
    path: '/api/poshmark/import-session',
    summary: 'Connect the closet with a session from the user’s browser, without a password',
    access: 'user',
    fromExtension: true,
    confirmed: true,
    client: true,
    body: ExportedSession,
    reply: Linked,
  },
  linkBrowser: {
    method: 'POST',
    path: '/api/poshmark/link-browser',
    summary: 'Connect the closet through a paired browser, which carries all calls from now on',
    access: 'user',
    reply: Linked,
  },
  chooseRenewal: {
    method: 'PUT',
    path: '/api/poshmark/renewal',
    summary: 'Whether a paired browser renews the server’s session when it has expired',
    access: 'user',
    fromExtension: true,
    body: RenewalChoice,
    reply: AuthStatus,
  },
  updateCredentials: {
    method: 'POST',
    path: '/api/poshmark/update-credentials',
    summary: 'Store marketplace credentials and sign in with them',
    access: 'user',
    confirmed: true,
    client: true,
    body: ClosetCredentials,
    reply: Linked,
  },
  requestCode: {
    method: 'POST',
    path: '/api/poshmark/request-code',
    summary: 'Ask the marketplace to send the one-time code',
    access: 'user',
    reply: CodeRequested,
  },
  verifyCode: {
    method: 'POST',
    path: '/api/poshmark/verify-code',
    summary: 'Finish the sign-in with the one-time code',
    access: 'user',
    body: OneTimeCode,
    reply: Linked,
  },
  testAuth: {
    method: 'POST',
    path: '/api/poshmark/test-auth',
    summary: 'Test the connection, and sign in if needed',
    access: 'user',
    client: true,
    reply: Message,
  },
  test: {
    method: 'GET',
    path: '/api/poshmark/test',
    summary: 'Test the marketplace with four requests. Never signs in',
    access: 'user',
    reply: ApiTest,
  },
  disconnect: {
    method: 'POST',
    path: '/api/user/disconnect-closet',
    summary: 'Stop the bot and delete credentials and session',
    access: 'user',
    reply: z.object({ user: User }),
  },
} as const satisfies RouteTable[string];
