// The commands that every signed-in screen offers.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { askStart } from '#web/features/bot/band/start-request.ts';
import { botStatusQuery } from '#web/features/bot/queries.ts';
import { useStop } from '#web/features/bot/stopping/use-stop.ts';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { useSync } from '#web/features/listings/queries.ts';
import { toastSync } from '#web/features/listings/toast-sync.ts';
import { askSearch } from '#web/features/pricing/worklist/search-request.ts';
import { themes, useTheme } from '#web/lib/browser/theme.ts';
import { useCommand } from '#web/lib/commands.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { whyNoStart } from '#web/messages/bot/bot-sentence.ts';
import { commandMessages as messages } from '#web/messages/commands.ts';
import { listingMessages } from '#web/messages/listings.ts';

export const GlobalCommands = () => {
  const [place, navigate] = useLocation();
  const { data: status } = useQuery(botStatusQuery);
  const { data: auth } = useQuery(authStatusQuery);
  const stop = useStop();
  const sync = useSync();
  const [theme, chooseTheme] = useTheme();
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';

  useCommand({
    id: 'start',
    label: messages.start,
    key: 's',
    // Until both are known it can be asked for: the dashboard answers as soon as it knows them.
    whyNot: status && auth ? whyNoStart({ status, connection: auth.state, now: Date.parse(status.now) }) : null,
    // Only the dashboard knows settings that are typed and not saved yet, and asks for consent.
    run: () => {
      askStart();
      if (place !== paths.dashboard) navigate(paths.dashboard);
    },
  });
  useCommand(
    status
      ? {
          id: 'stop',
          label: messages.stop,
          key: 'x',
          whyNot: status.isRunning ? null : messages.notRunning,
          run: stop.press,
        }
      : null,
  );
  useCommand(
    auth
      ? {
          id: 'sync',
          label: messages.sync,
          whyNot: auth.state === 'ready' ? null : listingMessages.connectFirst,
          run: () => whenDone(sync.mutateAsync(undefined), toastSync),
        }
      : null,
  );
  useCommand({
    id: 'analyze',
    label: messages.analyze,
    run: () => {
      askSearch();
      if (place !== paths.marketAnalysis) navigate(paths.marketAnalysis);
    },
  });
  useCommand({ id: 'dashboard', label: messages.go.dashboard, key: 'd', run: () => navigate(paths.dashboard) });
  useCommand({ id: 'market', label: messages.go.marketAnalysis, key: 'm', run: () => navigate(paths.marketAnalysis) });
  useCommand({ id: 'api-test', label: messages.go.apiTest, run: () => navigate(paths.apiTest) });
  useCommand({ id: 'how', label: messages.go.howItWorks, run: () => location.assign(paths.howItWorks) });
  useCommand({ id: 'theme', label: messages.theme(nextTheme), key: 't', run: () => chooseTheme(nextTheme) });
  return null;
};
