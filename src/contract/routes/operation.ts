// The calls of the operator page. They exist only if the operator has set a token for it.
import type { RouteTable } from '../route.ts';
import { Message } from '../schemas/fields.ts';
import { HoldAsk, OperatorOverview, OperatorSignIn } from '../schemas/operation.ts';

export const operationRoutes = {
  signIn: {
    method: 'POST',
    path: '/api/operator/session',
    summary: 'Open the operator page with its token',
    access: 'public',
    ofOperator: true,
    session: 'open',
    client: true,
    body: OperatorSignIn,
    reply: Message,
  },
  signOut: {
    method: 'DELETE',
    path: '/api/operator/session',
    summary: 'Close the operator page in this browser',
    access: 'operator',
    ofOperator: true,
    session: 'close',
    reply: Message,
  },
  overview: {
    method: 'GET',
    path: '/api/operator/overview',
    summary: 'The state of the whole installation',
    access: 'operator',
    ofOperator: true,
    reply: OperatorOverview,
  },
  hold: {
    method: 'POST',
    path: '/api/operator/hold',
    summary: 'Hold all bots: shares, offers, price changes, and syncs. Replaces the hold in force',
    access: 'operator',
    ofOperator: true,
    client: true,
    body: HoldAsk,
    reply: OperatorOverview,
  },
  release: {
    method: 'DELETE',
    path: '/api/operator/hold',
    summary: 'Release the hold of all bots',
    access: 'operator',
    ofOperator: true,
    client: true,
    reply: OperatorOverview,
  },
  runStep: {
    method: 'POST',
    path: '/api/operator/steps/{step}',
    summary: 'Run a step of the maintenance now',
    access: 'operator',
    ofOperator: true,
    reply: Message,
  },
} as const satisfies RouteTable[string];
