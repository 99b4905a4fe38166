// The commands that every signed-in screen offers.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { botStatusQuery, useStopBot } from '#web/features/bot/queries.ts';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { useSync } from '#web/features/listings/queries.ts';
import { toastSync } from '#web/features/listings/toast-sync.ts';
import { themes, useTheme } from '#web/lib/browser/theme.ts';
import { useCommand } from '#web/lib/commands.ts';
import { paths } from '#web/lib/paths.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { startMessages } from '#web/messages/bot/bot.ts';
import { stoppedMessages } from '#web/messages/bot/stopped.ts';
import { commandMessages as messages } from '#web/messages/commands.ts';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';

export const GlobalCommands = () => {
  const [, navigate] = useLocation();
  const { data: status } = useQuery(botStatusQuery);
  const { data: auth } = useQuery(authStatusQuery);
  const stop = useStopBot();
  const sync = useSync();
  const [theme, chooseTheme] = useTheme();
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';

  useCommand(
    status?.isRunning
      ? {
          id: 'stop',
          label: messages.stop,
          run: () =>
            whenDone(stop.mutateAsync(undefined), {
              onSuccess: (stopped) => toastDone(stoppedMessages.title, stoppedMessages.text(stopped)),
              onError: (error) =>
                toastFailed(startMessages.error, startMessages.notStopped, {
                  error,
                  detail: failureMessage(error, startMessages.notStopped),
                }),
            }),
        }
      : null,
  );
  useCommand(
    auth?.state === 'ready'
      ? {
          id: 'sync',
          label: messages.sync,
          run: () => whenDone(sync.mutateAsync(undefined), toastSync),
        }
      : null,
  );
  useCommand({ id: 'dashboard', label: messages.go.dashboard, key: 'd', run: () => navigate(paths.dashboard) });
  useCommand({ id: 'market', label: messages.go.marketAnalysis, key: 'm', run: () => navigate(paths.marketAnalysis) });
  useCommand({ id: 'api-test', label: messages.go.apiTest, run: () => navigate(paths.apiTest) });
  useCommand({ id: 'how', label: messages.go.howItWorks, run: () => location.assign(paths.howItWorks) });
  useCommand({ id: 'theme', label: messages.theme(nextTheme), key: 't', run: () => chooseTheme(nextTheme) });
  return null;
};
