// Answers the bot's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Bot } from './bot.ts';
import { resumeAndShareOne } from './commands/first-share.ts';

export function botHttp({ bot, clock }: { bot: Bot; clock: Clock }): Handlers<typeof routes.bot, { id: string }> {
  return {
    status: ({ user }) => bot.status(user.id),
    timeline: ({ user, query }) => bot.timeline(user.id, query.days),
    start: ({ user, body }) => bot.start(user.id, body),
    resume: ({ user }) => resumeAndShareOne({ bot, clock }, user.id),
    stop: ({ user, query: { startedBefore } }) =>
      bot.stop(user.id, startedBefore === undefined ? {} : { startedBefore: Date.parse(startedBefore) }),
    restoreLimit: ({ user }) => bot.restoreLimit(user.id),
    changeSettings: ({ user, body }) => bot.changeSettings(user.id, body),
  };
}
