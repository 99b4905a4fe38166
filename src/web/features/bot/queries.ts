// The bot's queries and mutations.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

export const botKeys = {
  all: ['bot'] as const,
  status: ['bot', 'status'] as const,
  timeline: ['bot', 'timeline'] as const,
  offers: ['bot', 'offers'] as const,
  /** The form's state, not server data. */
  settingsForm: ['bot-settings-form'] as const,
  stop: ['bot-stop'] as const,
};

const pollMs = 10_000;
/** The number of days in the timeline. One query serves the rail and the bars of daily shares. */
export const daysShown = 14;

export const botStatusQuery = queryOptions({
  queryKey: botKeys.status,
  queryFn: ({ signal }) => api.bot.status({}, { signal }),
  refetchInterval: pollMs,
});

export const timelineQuery = queryOptions({
  queryKey: botKeys.timeline,
  queryFn: ({ signal }) => api.bot.timeline({ query: { days: daysShown } }, { signal }),
  refetchInterval: 60_000,
});

/** Resolves when the bot's own data is fresh. The rest may come a moment later. */
export const refreshAfterBotChange = (client: QueryClient): Promise<void> => {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== botKeys.all[0] });
  return client.invalidateQueries({ queryKey: botKeys.all });
};

const useBotChange = <Input, Reply>(call: (input: Input) => Promise<Reply>) => useChange(call, refreshAfterBotChange);

export const useStartBot = () => useBotChange(api.bot.start);
export const useResumeBot = () => useBotChange(() => api.bot.resume());
export const useRestoreLimit = () => useBotChange(() => api.bot.restoreLimit());
export const useChangeSettings = () => useBotChange(api.bot.changeSettings);
