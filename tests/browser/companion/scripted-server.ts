// A small server that speaks the companion's protocol, for what a real Hangtag does only by chance.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { z } from 'zod';
import {
  CompanionAnswer,
  CompanionNext,
  type CompanionNextReply,
  CompanionPair,
  CompanionRecording,
  companionProtocol,
  type RelayedRequest,
} from '#contract/schemas/companion.ts';

import { summarizeRecording } from '#marketplace/drift/summary.ts';

type Outcome = z.output<typeof CompanionAnswer>['outcome'];
type Asked = Partial<z.input<typeof RelayedRequest>> & { path: string };
type State = z.input<typeof CompanionNextReply>['state'];
/** How a request ended: as the companion answered, or without a claim, or claimed without an answer. */
export type Ended = Outcome | { kind: 'not_claimed' } | { kind: 'no_answer' };

export type ScriptedServer = {
  url: string;
  code: string;
  token: string;
  state: State;
  /** What the last poll said. */
  lastNext(): z.output<typeof CompanionNext> | null;
  /** Puts one request before the companion, and waits for its end. */
  ask(asked: Asked): Promise<Ended>;
  /** Resolves as soon as the companion has taken the request that is asked now. */
  claimed(): Promise<void>;
  answers(): number;
  /** How often the companion has asked for work. */
  polls(): number;
  sessions: unknown[];
  /** Whether the seller lets this browser renew the session, as it reported. */
  renewals: unknown[];
  refuse(with_: { status: number; body: object } | null): void;
  close(): Promise<void>;
};

export async function startScriptedServer(marketplace: string, { code = 'ABCD2345' } = {}): Promise<ScriptedServer> {
  const token = 'a-token-of-256-bits';
  let wanted: { request: z.input<typeof RelayedRequest>; end: (ended: Ended) => void; isClaimed: boolean } | null =
    null;
  let waiting: (() => void) | null = null;
  let onClaim: (() => void)[] = [];
  let heard: z.output<typeof CompanionNext> | null = null;
  let refusal: { status: number; body: object } | null = null;
  let count = 0;
  let answered = 0;
  let polled = 0;
  const sessions: unknown[] = [];
  const renewals: unknown[] = [];
  const state: State = {
    serverName: 'hangtag.example',
    closet: 'thrifty_jo',
    marketplace,
    transport: 'browser',
    isStandingBy: false,
    bot: 'sharing',
    pauseReason: null,
    nextShareAt: null,
    sharesToday: 0,
    dailyShareLimit: 1000,
    wantsSession: false,
  };

  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const give = (response: ServerResponse) => {
    const isNew = wanted !== null && !wanted.isClaimed;
    if (wanted !== null && isNew) wanted.isClaimed = true;
    send(response, 200, { protocol: companionProtocol, request: isNew ? wanted?.request : null, waitedMs: 0, state });
    if (isNew) for (const onEach of onClaim.splice(0)) onEach();
  };
  const poll = (response: ServerResponse) => {
    if (wanted !== null && !wanted.isClaimed) return give(response);
    // As Hangtag does when the seller has paused or resumed: the older poll ends.
    waiting?.();
    const timer = setTimeout(() => waiting?.(), 400);
    waiting = () => {
      clearTimeout(timer);
      waiting = null;
      if (!response.destroyed) give(response);
    };
    // A companion that went away takes no request.
    response.on('close', () => {
      clearTimeout(timer);
      if (!response.writableFinished) waiting = null;
    });
  };
  const calls: Record<string, (json: unknown, response: ServerResponse) => void> = {
    '/api/companion/pair': (json, response) => {
      const isRight = CompanionPair.parse(json).code === code;
      if (isRight) send(response, 201, { token, serverName: state.serverName, closet: state.closet, marketplace });
      else send(response, 422, { error: 'code_rejected', message: 'This code doesn’t work. Get a new one.' });
    },
    '/api/companion/next': (json, response) => {
      heard = CompanionNext.parse(json);
      polled += 1;
      poll(response);
    },
    '/api/companion/answer': (json, response) => {
      const { requestId, outcome } = CompanionAnswer.parse(json);
      answered += 1;
      const isTaken = wanted?.request.id === requestId;
      if (isTaken) wanted?.end(outcome);
      send(response, 200, { isTaken });
    },
    '/api/companion/unpair': (_json, response) => send(response, 200, { message: 'Done' }),
    '/api/companion/recording': (json, response) => {
      const { recording } = CompanionRecording.parse(json);
      const { confirmed, different, notSeen, report } = summarizeRecording(recording) ?? {};
      send(response, 200, { confirmed, different, notSeen, report });
    },
    '/api/poshmark/import-session': (json, response) => {
      sessions.push(json);
      send(response, 200, { message: 'Connected', isAuthenticated: true });
    },
    '/api/poshmark/renewal': (json, response) => {
      renewals.push(json);
      state.renewsSession = (json as { renewsSession: boolean }).renewsSession;
      send(response, 200, {});
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    const isKnown = pathname === '/api/companion/pair' || request.headers.authorization === `Bearer ${token}`;
    if (refusal !== null) return send(response, refusal.status, refusal.body);
    if (!isKnown || request.headers.cookie !== undefined)
      return send(response, 401, { error: 'unauthenticated', message: 'No' });
    calls[pathname]?.(JSON.parse(text), response);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    code,
    token,
    state,
    sessions,
    renewals,
    lastNext: () => heard,
    answers: () => answered,
    polls: () => polled,
    refuse: (with_) => {
      refusal = with_;
    },
    claimed: () => (wanted?.isClaimed ? Promise.resolve() : new Promise((resolve) => onClaim.push(resolve))),
    ask(asked) {
      count += 1;
      const request = {
        id: `r${count}`,
        method: 'GET' as const,
        headers: { accept: 'application/json' },
        body: null,
        deadlineMs: 10_000,
        ...asked,
      };
      return new Promise<Ended>((resolve) => {
        const timer = setTimeout(
          () => wanted?.end(wanted.isClaimed ? { kind: 'no_answer' } : { kind: 'not_claimed' }),
          request.deadlineMs,
        );
        wanted = {
          request,
          isClaimed: false,
          end(ended) {
            clearTimeout(timer);
            wanted = null;
            resolve(ended);
          },
        };
        waiting?.();
      });
    },
    async close() {
      onClaim = [];
      waiting?.();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
