// Answers the companions' rows of the route table.

import { companionProtocol } from '#contract/companion/extension.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Companion } from './companion.ts';

export function companionHttp(
  companion: Companion,
): Handlers<typeof routes.companion, { id: string; isGuest: boolean }> {
  return {
    async code({ user }) {
      // A guest is nobody that we know, and lasts for a day. Its closet is a practice one, which the server shares.
      if (user.isGuest) throw new Failure('forbidden', 'Demo accounts can’t pair a browser. Register instead.');
      const { code, expiresAt } = await companion.makeCode(user.id);
      return { code, expiresAt: iso(expiresAt) };
    },

    async list({ user }) {
      const browsers = await companion.list(user.id);
      return {
        companions: browsers.map(({ pairedAt, lastSeenAt, ...browser }) => ({
          ...browser,
          pairedAt: iso(pairedAt),
          lastSeenAt: lastSeenAt === null ? null : iso(lastSeenAt),
        })),
      };
    },

    async remove({ user, id, client }) {
      await companion.remove(user.id, id, client);
      return { message: 'That browser isn’t paired anymore.' };
    },

    pair: ({ body: { code, name }, client }) => companion.pair({ code, name }, client),

    next: async ({ companion: caller, body: { state, version }, gone }) =>
      toReply(await companion.next(caller, { state, version }, gone)),

    async answer({ companion: caller, query, readBody }) {
      const leftMs = await companion.timeToAnswer(caller, query.requestId);
      if (leftMs <= 0) return { isTaken: false };
      const { requestId = '', outcome } = await readBody(leftMs);
      return { isTaken: await companion.answer(caller, query.requestId ?? requestId, outcome) };
    },

    recording: async ({ readBody }) => companion.compareRecording((await readBody()).recording),

    async unpair({ companion: caller, client }) {
      await companion.remove(caller.userId, caller.id, client);
      return { message: 'This browser isn’t paired anymore.' };
    },
  };
}

function toReply({ request, token, view, isStandingBy, waitedMs }: Awaited<ReturnType<Companion['next']>>) {
  const { nextShareAt, ...state } = view;
  return {
    protocol: companionProtocol,
    request: request && {
      id: request.id,
      ...request.request,
      headers: { ...request.request.headers },
      deadlineMs: Math.max(0, Math.floor(request.leftMs)),
    },
    waitedMs,
    ...(token !== undefined && { token }),
    state: { ...state, isStandingBy, nextShareAt: nextShareAt === null ? null : iso(nextShareAt) },
  };
}

const iso = (at: Instant): string => new Date(at).toISOString();
