// The companion's work: asks the server for one request after another, carries it, and answers.

import { describe } from '../allow/allowlist.ts';
import { type Carried, carry } from '../carry/carry.ts';
import { bringToFront, closeOwnTab, findTab } from '../carry/marketplace-tab.ts';
import { type BrowserApi, patternOf } from '../platform/browser.ts';
import type { Log, LogEvent } from '../platform/log.ts';
import {
  type Attention,
  type CompanionState,
  forgetPairing,
  type Memory,
  type Pairing,
  type Relayed,
} from '../platform/memory.ts';
import {
  answer,
  exportedSession,
  importSession,
  type NextReply,
  next,
  type Reply,
  readCookies,
  sessionEvent,
} from './server.ts';

type Extension = {
  browser: BrowserApi;
  memory: Memory;
  log: Log;
  fetch: typeof fetch;
  now: () => number;
  /** A test's clock does it at once. */
  wait: (ms: number) => Promise<void>;
};

/** The companion's own tab is closed when nothing was carried for this long outside a round. */
const idleTabMs = 60_000;
/** A server's session is renewed at most this often, so that one that Poshmark ends at once isn't sent over and over. */
const renewalMs = 3_600_000;
const backoffMs = [1000, 2000, 5000, 10_000, 20_000] as const;
/** Sends the answer again if the server could not be reached. The request itself is never sent again. */
const answerTries = 4;

export class Companion {
  readonly #extension: Extension;
  #running: Promise<void> | null = null;
  #failures = 0;
  /** The poll that is open now: the state that it reported, and what ends the wait for it. */
  #open: { reported: CompanionState; end: () => void } | null = null;
  /** A queue: two polls may be answered at the same time, but requests are carried one after the other. So is a lost claim. */
  #working: Promise<void> = Promise.resolve();

  constructor(extension: Extension) {
    this.#extension = extension;
  }

  /** Starts the work unless it is already running. Ends when there is nothing to do without the seller. */
  wake(): Promise<void> {
    if (this.#running !== null) void this.endStalePoll();
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** If the open poll reported a state that is no longer true, ends it so that the next one begins at once. */
  async endStalePoll(): Promise<void> {
    const { pairing } = await this.#extension.memory.read();
    if (pairing === undefined || this.#open === null) return;
    if ((await this.#state(pairing)) !== this.#open?.reported) this.#open?.end();
  }

  async #run(): Promise<void> {
    await this.#inTurn(() => this.#settleLostClaim());
    for (;;) {
      const { pairing } = await this.#extension.memory.read();
      if (pairing === undefined) return;
      const state = await this.#state(pairing);
      const version = this.#extension.browser.runtime.getManifest().version;
      const askedAt = this.#extension.now();
      const asking = next(this.#extension, pairing, { version, state });
      const reply = await this.#wait(asking, state);
      // Never aborted: the server may already have handed out a request to this poll.
      if (reply === null) void asking.then((late) => this.#handleLate(pairing, late, askedAt));
      else if (!(await this.#handle(pairing, reply, askedAt))) return;
    }
  }

  /** null if the seller paused, resumed, or did what was needed while the poll was open. */
  async #wait(asking: Promise<Reply<NextReply>>, reported: CompanionState): Promise<Reply<NextReply> | null> {
    const changed = new Promise<null>((resolve) => {
      this.#open = { reported, end: () => resolve(null) };
    });
    void this.endStalePoll();
    const reply = await Promise.race([asking, changed]);
    this.#open = null;
    return reply;
  }

  /** Does only the request, because the newer poll brings everything else. */
  async #handleLate({ pairedAt }: Pairing, reply: Reply<NextReply>, askedAt: number): Promise<void> {
    if (reply.kind !== 'ok' || reply.value.request === null) return;
    const { request, waitedMs } = reply.value;
    const { pairing } = await this.#extension.memory.read();
    if (pairing?.pairedAt === pairedAt) await this.#inTurn(() => this.#work(pairing, request, askedAt + waitedMs));
  }

  async #handle(pairing: Pairing, reply: Reply<NextReply>, askedAt: number): Promise<boolean> {
    const { memory, now, wait } = this.#extension;
    // The seller ended the pairing, or paired again, while the poll was open.
    if ((await memory.read()).pairing?.pairedAt !== pairing.pairedAt) return true;
    if (reply.kind !== 'ok') {
      if (reply.kind === 'revoked') await this.#forget(pairing);
      else await memory.write({ contact: { ...reply, at: now() } });
      // The alarm tries a server of another version again, in case it was upgraded.
      if (reply.kind === 'revoked' || reply.kind === 'other_version') return false;
      await wait(backoffMs[Math.min(this.#failures, backoffMs.length - 1)] ?? 0);
      this.#failures += 1;
      return true;
    }
    this.#failures = 0;
    const { request, state, token, waitedMs } = reply.value;
    const { serverName, closet } = state;
    const renewed = { ...pairing, serverName, closet, ...(token === undefined ? {} : { token }) };
    // The marketplace stays the one that the seller allowed when pairing.
    await memory.write({ contact: { kind: 'connected', at: now() }, server: state, pairing: renewed });
    if (request !== null) await this.#inTurn(() => this.#work(renewed, request, askedAt + waitedMs));
    else await this.#tidy(state.bot === 'sharing');
    if (state.wantsSession) await this.#renewSession(renewed);
    return true;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#working = this.#working.then(work, work);
    return this.#working;
  }

  /** `claimedAt`: when the server handed out the request, by this computer's clock, or a little earlier. */
  async #work(pairing: Pairing, request: Relayed, claimedAt: number): Promise<void> {
    const { memory, log, now } = this.#extension;
    const { isPaused } = await memory.read();
    const about = describe(request);
    // On disk before anything else: if this worker is killed, the next one knows that the request may have been sent.
    await memory.write({ claim: { id: request.id, ...about, at: now() }, unsent: request.id });
    if (isPaused) {
      const because = 'paused';
      await log.add({ at: now(), kind: 'call', ...about, outcome: { kind: 'not_sent', because } });
      await this.#answer(pairing, request.id, { kind: 'not_sent', reason: because });
      return;
    }
    await memory.write({ doing: about });
    const carried = await carry({ ...this.#extension, origin: pairing.marketplace, claimedAt }, request);
    const { call, target, outcome } = carried;
    await log.add({ at: now(), kind: 'call', call, target, outcome });
    await this.#answer(pairing, request.id, carried.answer);
    await memory.write({ doing: undefined });
    await this.#noteSession(carried);
  }

  async #answer(pairing: Pairing, requestId: string, outcome: Carried['answer']): Promise<void> {
    for (let tries = 1; tries <= answerTries; tries += 1) {
      const reply = await answer(this.#extension, pairing, { requestId, outcome });
      if (reply.kind !== 'unreachable') break;
      await this.#extension.wait(1000 * tries);
    }
    await this.#extension.memory.write({ claim: undefined, unsent: undefined });
  }

  /** An earlier worker claimed a request and was killed. Proof that it was not sent exists only in the same browser session. */
  async #settleLostClaim(): Promise<void> {
    const { claim, pairing, unsent } = await this.#extension.memory.read();
    await this.#extension.memory.write({ doing: undefined });
    if (claim === undefined) return;
    const wasSent = unsent !== claim.id;
    const { log, now } = this.#extension;
    const outcome = wasSent ? ({ kind: 'cut' } as const) : ({ kind: 'not_sent', because: 'too_late' } as const);
    await log.add({ at: now(), kind: 'call', call: claim.call, target: claim.target, outcome });
    if (pairing === undefined) return this.#extension.memory.write({ claim: undefined, unsent: undefined });
    await this.#answer(pairing, claim.id, wasSent ? { kind: 'cut' } : { kind: 'not_sent', reason: 'too_late' });
  }

  async #state({ marketplace }: Pairing): Promise<CompanionState> {
    const { memory, browser } = this.#extension;
    const { attention, isPaused } = await memory.read();
    if (isPaused) return 'paused';
    if (!(await browser.permissions.contains({ origins: [patternOf(marketplace)] }))) return 'no_permission';
    return attention?.kind ?? 'ready';
  }

  /** Each time that the seller is needed, the tab comes to the front once. */
  async #noteSession({ session, tab }: Carried): Promise<void> {
    const { memory, browser } = this.#extension;
    const { attention } = await memory.read();
    if (session === null || session === (attention?.kind ?? 'fine')) return;
    // Reads work while a check is open, so only the page itself shows that it is gone.
    if (session === 'fine' && attention?.kind === 'human_check') return;
    if (session === 'fine') return this.#solved();
    await this.#need(session);
    if (tab !== null) await bringToFront({ browser }, tab);
  }

  async #need(kind: Attention['kind']): Promise<void> {
    const { memory, now } = this.#extension;
    // The tab is the seller's from now on.
    await memory.write({ attention: { kind, since: now() }, ownTab: undefined });
    await this.#event(kind);
  }

  async #solved(): Promise<void> {
    await this.#extension.memory.write({ attention: undefined });
    await this.#event('solved');
  }

  /** A page of the marketplace was loaded: perhaps the seller has signed in, or done the check. */
  async pageLoaded(address: string): Promise<void> {
    const { attention, pairing } = await this.#extension.memory.read();
    if (attention === undefined || pairing === undefined) return;
    const { origin, pathname } = new URL(address);
    if (origin !== pairing.marketplace || /^\/(login|human-check)(\/|$)/.test(pathname)) return;
    const tab = await findTab({ ...this.#extension, origin: pairing.marketplace }, 0);
    if (tab === null || tab.page.asksForPerson || /^\/login(\/|$)/.test(tab.page.path)) return;
    await this.#solved();
    await this.endStalePoll();
  }

  async #tidy(isRound: boolean): Promise<void> {
    const { lastCarriedAt = 0 } = await this.#extension.memory.read();
    if (!isRound && this.#extension.now() - lastCarriedAt >= idleTabMs) await closeOwnTab(this.#extension);
  }

  async #renewSession(pairing: Pairing): Promise<void> {
    const { memory, now, browser } = this.#extension;
    const { isPaused, renewsSession, renewedAt = 0 } = await memory.read();
    // If the clock was set back, the last renewal seems to be in the future.
    if (isPaused || !renewsSession || Math.abs(now() - renewedAt) < renewalMs) return;
    const session = await readCookies(browser, pairing.marketplace);
    // Not counted as a renewal, because the seller may sign in at any moment.
    if (!session?.hasSession) return;
    await memory.write({ renewedAt: now() });
    const sent = { session: exportedSession(session.cookies), renewsSession: true };
    const { kind } = await importSession(this.#extension, pairing, sent);
    await this.#event(sessionEvent(kind, 'companion'));
  }

  async #forget({ server }: Pairing): Promise<void> {
    await closeOwnTab(this.#extension);
    await forgetPairing(this.#extension.memory, { because: 'revoked', server });
    await this.#event('revoked');
  }

  #event(event: LogEvent): Promise<void> {
    return this.#extension.log.add({ at: this.#extension.now(), kind: 'event', event });
  }
}
