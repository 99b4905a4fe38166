// Answers the bot's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Bot } from './bot.ts';

export function botHttp({ bot }: { bot: Bot }): Handlers<typeof routes.bot, { id: string }> {
  return {
    status: ({ user }) => bot.status(user.id),
    timeline: ({ user, query }) => bot.timeline(user.id, query.days),
    start: ({ user, body }) => bot.start(user.id, body),
    resume: ({ user }) => bot.resumeAndShareOne(user.id),
    stop: ({ user }) => bot.stop(user.id),
    changeSettings: ({ user, body }) => bot.changeSettings(user.id, body),
  };
}
