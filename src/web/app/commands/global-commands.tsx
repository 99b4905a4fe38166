// The commands that every signed-in screen offers.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { askStart } from '#web/features/bot/band/start-request.ts';
import { botStatusQuery } from '#web/features/bot/queries.ts';
import { useStop } from '#web/features/bot/stopping/stop-notice.tsx';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { toastSync, useSync } from '#web/features/listings/sync.ts';
import { askSearch } from '#web/features/pricing/worklist/search-request.ts';
import { themes, useTheme } from '#web/lib/browser/theme.ts';
import { useCommand } from '#web/lib/commands.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { whyNoStart } from '#web/messages/bot/stopped-sentence.ts';

export const GlobalCommands = () => {
  const [path, navigate] = useLocation();
  const { data: status } = useQuery(botStatusQuery);
  const { data: auth } = useQuery(authStatusQuery);
  const stop = useStop();
  const sync = useSync();
  const [theme, chooseTheme] = useTheme();
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';

  useCommand({
    id: 'start',
    label: 'Start Bot',
    key: 's',
    // Until both are known it can be asked for: the dashboard answers as soon as it knows them.
    whyNot: status && auth ? whyNoStart({ status, connection: auth.state, now: Date.parse(status.now) }) : null,
    // Only the dashboard knows settings that are typed and not saved yet, and asks for consent.
    run: () => {
      askStart();
      if (path !== paths.dashboard) navigate(paths.dashboard);
    },
  });
  useCommand(
    status
      ? {
          id: 'stop',
          label: 'Stop Bot',
          key: 'x',
          whyNot: status.isRunning ? null : 'The bot isn’t running',
          run: stop.press,
        }
      : null,
  );
  useCommand(
    auth
      ? {
          id: 'sync',
          label: 'Sync Closet',
          whyNot: auth.state === 'ready' ? null : 'Connect your closet first',
          run: () => whenDone(sync.mutateAsync(undefined), toastSync),
        }
      : null,
  );
  useCommand({
    id: 'analyze',
    label: 'Analyze a listing',
    run: () => {
      askSearch();
      if (path !== paths.marketAnalysis) navigate(paths.marketAnalysis);
    },
  });
  useCommand({ id: 'dashboard', label: 'Go to the dashboard', key: 'd', run: () => navigate(paths.dashboard) });
  useCommand({ id: 'market', label: 'Go to market analysis', key: 'm', run: () => navigate(paths.marketAnalysis) });
  useCommand({
    id: 'selling',
    label: 'Go to offers, drops, and parties',
    key: 'o',
    run: () => navigate(paths.selling),
  });
  useCommand({ id: 'numbers', label: 'Go to your numbers', key: 'n', run: () => navigate(paths.numbers) });
  useCommand({ id: 'api-test', label: 'Go to the API test', run: () => navigate(paths.apiTest) });
  useCommand({ id: 'phone', label: 'Use it on your phone', run: () => navigate(paths.phone) });
  useCommand({ id: 'how', label: 'Read how it works', run: () => location.assign(paths.howItWorks) });
  useCommand({
    id: 'theme',
    label: `Switch to ${nextTheme === 'system' ? 'the system’s theme' : `the ${nextTheme} theme`}`,
    key: 't',
    run: () => chooseTheme(nextTheme),
  });
  return null;
};
