// Carries one request of the server to the marketplace, at most once, and says how it ended.

import type { z } from 'zod';
import { type CompanionAnswer, largestAnswer } from '#contract/companion/extension.ts';
import { provesRefusal } from '#domain/ports/marketplace.ts';
import { classify } from '#marketplace/protocol/classify.ts';
import { handedOn } from '#marketplace/protocol/handed-on.ts';
import { defaultSwitches } from '#marketplace/protocol/switches.ts';
import { type Allowed, describe, judge, type Refusal } from '../allow/allowlist.ts';
import {
  isFull,
  judgeWish,
  type Question,
  type WriteCall,
  withChange,
  withOneMore,
  without,
  withoutAll,
  withQuestion,
} from '../allow/bounds.ts';
import { changesOnlyPrice, wishOf } from '../allow/only-price.ts';
import type { BrowserApi } from '../platform/browser.ts';
import type { Outcome } from '../platform/log.ts';
import { type Attention, changeAsked, type Memory, type Relayed, readPrices, writePrices } from '../platform/memory.ts';
import { findTab, type ReadyTab } from './marketplace-tab.ts';
import { callFromPage, type PageReply } from './page-call.ts';

export type Answer = z.input<typeof CompanionAnswer>['outcome'];
export type Carried = {
  call: string;
  target: string | null;
  answer: Answer;
  outcome: Outcome;
  /** What the reply says about the session. null if it says nothing. */
  session: 'fine' | Attention['kind'] | null;
  /** The tab in which it was made. */
  tab: ReadyTab | null;
};
type CarryingExtension = {
  browser: BrowserApi;
  memory: Memory;
  origin: string;
  now: () => number;
  /** The deadline counts from here. The reply may have waited for a computer that slept. */
  claimedAt: number;
};

/** Time reserved for sending the answer back. */
const marginMs = 250;

export async function carry(extension: CarryingExtension, request: Relayed): Promise<Carried> {
  const allMs = request.deadlineMs - marginMs;
  const until = extension.claimedAt + allMs;
  // A clock that is set back gives no request more time.
  const left = () => Math.min(until - extension.now(), allMs);
  const verdict = judge(request);
  if ('refused' in verdict) return refused(request, verdict.refused);
  const { allowed } = verdict;
  const { call, target } = allowed;
  const end = (rest: Omit<Carried, 'call' | 'target'>): Carried => ({ call, target, ...rest });
  const notSent = (because: 'no_tab' | 'paused' | 'too_late', tab: ReadyTab | null): Carried =>
    end({
      answer: { kind: 'not_sent', reason: because },
      outcome: { kind: 'not_sent', because },
      session: null,
      tab,
    });

  if (left() <= 0) return notSent('too_late', null);
  const tab = await findTab(extension, left());
  if (tab === null || !tab.page.isOnline) return notSent('no_tab', tab);
  if (left() <= 0) return notSent('too_late', tab);
  const spending = await judgeSpending(extension, tab, { allowed, withinMs: left() });
  if (spending === 'unreadable') return notSent('no_tab', tab);
  if (spending === 'asks')
    return end({ answer: { kind: 'not_sent', reason: 'asks_seller' }, outcome: { kind: 'asked' }, session: null, tab });
  if ('refused' in spending) return { ...refused(request, spending.refused), tab };
  if (left() <= 0) return notSent('too_late', tab);
  // The seller may have paused while the tab was loading. Nothing can stop the request after this.
  const { isPaused } = await extension.memory.read();
  if (isPaused) return notSent('paused', tab);
  await spending.remember();
  await extension.memory.write({ unsent: undefined, lastCarriedAt: extension.now() });
  const reply = await askPage(extension, tab, { allowed, withinMs: left(), until });
  if (reply.kind === 'too_late') return notSent('too_late', tab);
  return end({ ...(await read(extension, tab, { reply, allowed })), tab });
}

function refused(request: Relayed, because: Refusal): Carried {
  const { call, target } = describe(request);
  return {
    call,
    target,
    answer: { kind: 'not_sent', reason: 'not_allowed' },
    outcome: { kind: 'refused', because },
    session: null,
    tab: null,
  };
}

type Sending = {
  allowed: Pick<Allowed, 'method' | 'path' | 'headers' | 'body'>;
  withinMs: number;
  /** The page begins nothing after this: the computer may have slept since. */
  until?: number | null;
};

async function askPage(
  { browser }: CarryingExtension,
  tab: ReadyTab,
  { allowed, withinMs, until = null }: Sending,
): Promise<PageReply> {
  const { method, path, headers, body } = allowed;
  try {
    const [answer] = await browser.scripting.executeScript({
      target: { tabId: tab.id },
      func: callFromPage,
      args: [{ method, path, headers, body, withinMs, until, largest: largestAnswer }],
    });
    return answer?.result ?? { kind: 'cut' };
  } catch {
    // The tab was closed or left the page. The request may have been sent.
    return { kind: 'cut' };
  }
}

type Spending =
  | 'unreadable'
  | 'asks'
  | { refused: Refusal }
  /** To be called right before the write is sent, so that whatever becomes of it counts. */
  | { remember: () => Promise<void> };

/** Whether the server may make this write now. What costs money is compared with the listing, because the server can't be trusted. */
async function judgeSpending(
  extension: CarryingExtension,
  tab: ReadyTab,
  { allowed, withinMs }: { allowed: Allowed; withinMs: number },
): Promise<Spending> {
  const { call, isWrite } = allowed;
  if (!isWrite) return { remember: async () => {} };
  const now = extension.now();
  const { asked = [], writes: counts = {} } = await extension.memory.read();
  const count = (before = counts) => extension.memory.write({ writes: withOneMore(before, call as WriteCall, now) });
  if (call !== 'update' && call !== 'offer')
    return isFull(counts, call as WriteCall, now) ? { refused: 'too_many' } : { remember: () => count() };

  const path = allowed.path.replace('/likes/users/offers', '');
  const headers = { accept: 'application/json' };
  const reading = await askPage(extension, tab, { allowed: { method: 'GET', path, headers, body: null }, withinMs });
  if (reading.kind !== 'answered' || reading.status !== 200) return 'unreadable';
  const wish = wishOf(allowed, reading.body);
  const isHarmless = call === 'offer' || changesOnlyPrice(allowed.body ?? '', reading.body, allowed.target ?? '');
  if (wish === null || !isHarmless) return { refused: 'wrong_body' };
  const prices = await readPrices(extension.browser);
  const judged = judgeWish(wish, { prices, counts, asked, now });
  switch (judged) {
    case 'denied':
      return { refused: 'denied' };
    case 'fine':
    case 'once':
      return {
        async remember() {
          if (judged === 'once') await changeAsked(extension.memory, (present) => without(present, wish));
          await writePrices(extension.browser, withChange(prices, wish, { now, isAgreed: judged === 'once' }));
          await count(judged === 'once' && isFull(counts, call, now) ? withoutAll(counts, call) : counts);
        },
      };
    default:
      await ask(extension, { ...wish, because: judged, askedAt: now });
      return 'asks';
  }
}

const ask = ({ memory }: CarryingExtension, question: Question): Promise<void> =>
  changeAsked(memory, (present) => withQuestion(present, question));

async function read(
  extension: CarryingExtension,
  tab: ReadyTab,
  { reply, allowed }: { reply: PageReply; allowed: Allowed },
): Promise<Pick<Carried, 'answer' | 'outcome' | 'session'>> {
  if (reply.kind === 'redirected') return redirected(extension, tab);
  if (reply.kind === 'cut' || reply.kind === 'too_late')
    return { answer: { kind: 'cut' }, outcome: { kind: 'cut' }, session: null };
  if (reply.kind === 'too_large')
    return { answer: { kind: 'too_large' }, outcome: { kind: 'too_large' }, session: null };
  const isLogin = /^\/login(\/|$)/.test(reply.path);
  const { kind } = classify(
    { kind: 'answer', status: reply.status, headers: reply.headers, body: reply.body },
    { wants: allowed.call === 'page' ? 'page' : 'json', isWrite: allowed.isWrite, hasSession: true },
    { shareLimitWords: defaultSwitches.shareLimitWords, now: extension.now() },
  );
  const session =
    isLogin || kind === 'session_expired'
      ? 'signed_out'
      : kind === 'human_check'
        ? 'human_check'
        : kind === 'ok'
          ? 'fine'
          : null;
  const proof = { isClear: kind === 'ok', isRefused: kind !== 'ok' && provesRefusal.has(kind) };
  // The server, and its database on the way, get nothing of who bought or shared something but what Hangtag reads.
  const answer = { ...reply, body: handedOn(allowed.call, reply.body) };
  return { answer, outcome: { kind: 'answered', status: reply.status, ...proof }, session };
}

/** Asks once where a signed-in seller would be, because a redirect of a write doesn't say where it leads. */
async function redirected(
  extension: CarryingExtension,
  tab: ReadyTab,
): Promise<Pick<Carried, 'answer' | 'outcome' | 'session'>> {
  const allowed = { method: 'GET' as const, path: '/feed', headers: { accept: 'text/html' }, body: null };
  const page = await askPage(extension, tab, { allowed, withinMs: 5000 });
  const isSignedOut = page.kind === 'answered' && /^\/login(\/|$)/.test(page.path);
  const path = isSignedOut ? '/login' : '/';
  return {
    answer: { kind: 'answered', status: 302, path, headers: { location: path }, body: '' },
    outcome: { kind: 'answered', status: 302, isClear: false, isRefused: isSignedOut },
    session: isSignedOut ? 'signed_out' : null,
  };
}
