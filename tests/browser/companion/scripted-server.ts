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
} from '#contract/companion/extension.ts';
import { summarizeRecording } from '../../../tools/drift/drift.ts';

type Outcome = z.output<typeof CompanionAnswer>['outcome'];
type Asked = Partial<z.input<typeof RelayedRequest>> & { path: string };
type State = z.input<typeof CompanionNextReply>['state'];
/** How a request ended: as the companion answered, or without a claim, or claimed without an answer. */
export type Ended = Outcome | { kind: 'not_claimed' } | { kind: 'no_answer' };

export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>;

type Wanted = { request: z.input<typeof RelayedRequest>; end: (ended: Ended) => void; isClaimed: boolean };

/** What the server knows, and what it has heard. */
type Script = {
  readonly code: string;
  readonly token: string;
  readonly state: State;
  /** The request that waits for a companion, or for its answer. */
  wanted: Wanted | null;
  /** Ends the open poll. */
  waiting: (() => void) | null;
  heard: z.output<typeof CompanionNext> | null;
  refusal: { status: number; body: object } | null;
  asked: number;
  readonly sessions: unknown[];
  readonly renewals: unknown[];
};

const newScript = (marketplace: string, code: string): Script => ({
  code,
  token: 'a-token-of-256-bits',
  state: {
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
  },
  wanted: null,
  waiting: null,
  heard: null,
  refusal: null,
  asked: 0,
  sessions: [],
  renewals: [],
});

export async function startScriptedServer(marketplace: string) {
  const script = newScript(marketplace, 'ABCD2345');
  const { code, state, sessions, renewals } = script;
  const server = createServer((request, response) => {
    answer(script, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    code,
    state,
    sessions,
    /** Whether the seller lets this browser renew the session, as it reported. */
    renewals,
    /** What the last poll said. */
    lastNext: () => script.heard,
    refuse(with_: { status: number; body: object } | null) {
      script.refusal = with_;
    },
    /** Puts one request before the companion, and waits for its end. */
    ask: (asked: Asked) => ask(script, asked),
    async close() {
      script.waiting?.();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ask(script: Script, asked: Asked): Promise<Ended> {
  script.asked += 1;
  const request = {
    id: `r${script.asked}`,
    method: 'GET' as const,
    headers: { accept: 'application/json' },
    body: null,
    deadlineMs: 10_000,
    ...asked,
  };
  return new Promise<Ended>((resolve) => {
    const timer = setTimeout(
      () => script.wanted?.end(script.wanted.isClaimed ? { kind: 'no_answer' } : { kind: 'not_claimed' }),
      request.deadlineMs,
    );
    script.wanted = {
      request,
      isClaimed: false,
      end(ended) {
        clearTimeout(timer);
        script.wanted = null;
        resolve(ended);
      },
    };
    script.waiting?.();
  });
}

async function answer(script: Script, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { refusal, token } = script;
  let text = '';
  for await (const chunk of request) text += chunk;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  const isKnown = pathname === '/api/companion/pair' || request.headers.authorization === `Bearer ${token}`;
  if (refusal !== null) send(response, refusal.status, refusal.body);
  else if (!isKnown || request.headers.cookie !== undefined)
    send(response, 401, { error: 'unauthenticated', message: 'No' });
  else calls[pathname]?.(script, { ...Object.fromEntries(searchParams), ...JSON.parse(text) }, response);
}

const calls: Record<string, (script: Script, json: unknown, response: ServerResponse) => void> = {
  '/api/companion/pair': ({ code, token, state }, json, response) => {
    const { serverName, closet, marketplace } = state;
    const isRight = CompanionPair.parse(json).code === code;
    if (isRight) send(response, 201, { token, serverName, closet, marketplace });
    else send(response, 422, { error: 'code_rejected', message: 'This code doesn’t work. Get a new one.' });
  },
  '/api/companion/next': (script, json, response) => {
    script.heard = CompanionNext.parse(json);
    poll(script, response);
  },
  '/api/companion/answer': (script, json, response) => {
    const { requestId, outcome } = CompanionAnswer.parse(json);
    const isTaken = script.wanted?.request.id === requestId;
    if (isTaken) script.wanted?.end(outcome);
    send(response, 200, { isTaken });
  },
  '/api/companion/unpair': (_script, _json, response) => send(response, 200, { message: 'Done' }),
  '/api/companion/recording': (_script, json, response) => {
    const { recording } = CompanionRecording.parse(json);
    const { confirmed, different, notSeen, report } = summarizeRecording(recording) ?? {};
    send(response, 200, { confirmed, different, notSeen, report });
  },
  '/api/poshmark/import-session': ({ sessions }, json, response) => {
    sessions.push(json);
    send(response, 200, { message: 'Connected', isAuthenticated: true });
  },
  '/api/poshmark/renewal': ({ renewals, state }, json, response) => {
    renewals.push(json);
    state.renewsSession = (json as { renewsSession: boolean }).renewsSession;
    send(response, 200, {});
  },
};

/** Gives the request at once, or as soon as there is one, or nothing after a moment. */
function poll(script: Script, response: ServerResponse): void {
  if (script.wanted !== null && !script.wanted.isClaimed) {
    give(script, response);
    return;
  }
  // As Hangtag does when the seller has paused or resumed: the older poll ends.
  script.waiting?.();
  const timer = setTimeout(() => script.waiting?.(), 400);
  script.waiting = () => {
    clearTimeout(timer);
    script.waiting = null;
    if (!response.destroyed) give(script, response);
  };
  // A companion that went away takes no request.
  response.on('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) script.waiting = null;
  });
}

function give(script: Script, response: ServerResponse): void {
  const { wanted, state } = script;
  const isNew = wanted !== null && !wanted.isClaimed;
  if (isNew) wanted.isClaimed = true;
  send(response, 200, { protocol: companionProtocol, request: isNew ? wanted.request : null, waitedMs: 0, state });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
