// The commands that every signed-in screen offers: in the palette, by their keys, and in the menu of the installed app's icon.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { askStart } from '#web/features/bot/band/start-stop.tsx';
import { botStatusQuery } from '#web/features/bot/queries.ts';
import { useStop } from '#web/features/bot/stopping/stop-notice.tsx';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { toastSync, useSync } from '#web/features/listings/sync.ts';
import { askSearch } from '#web/features/pricing/worklist/search-request.ts';
import { themes, useTheme } from '#web/lib/browser/theme.ts';
import { commandOf, hasSingleKeys, paletteId, useCommand } from '#web/lib/commands.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { whyNoStart } from '#web/messages/bot/stopped-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { later } from '#web/ui/later.tsx';
import { toastNote } from '#web/ui/toast-store.ts';
import { MissingDialog } from './missing.tsx';

export const Commands = () => (
  <>
    <GlobalCommands />
    <Shortcuts />
    <AskFromIcon />
  </>
);

const GlobalCommands = () => {
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

/** Prefetched, so that text typed right after the shortcut ends up in the palette's field. */
const CommandDialog = later(() => import('./command-palette.tsx'), {
  failed: ({ shown, ...props }) => (
    <MissingDialog title={shown === 'palette' ? 'What would you like to do?' : 'Keyboard shortcuts'} {...props} />
  ),
  isPrefetched: true,
});

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const Shortcuts = () => {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  useCommand({ id: paletteId, label: 'Find a command or a listing', key: '/', run: () => setOpen('palette') });
  useCommand({ id: 'shortcuts', label: 'Show keyboard shortcuts', key: '?', run: () => setOpen('list') });
  // While nothing has the focus, key events don't reach React's tree, so listen on the document.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isModal = document.querySelector('dialog:modal') !== null;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        if (!isModal) setOpen('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isModal || isTyping(event.target) || !hasSingleKeys())
        return;
      const command = commandOf(event.key);
      if (command === undefined) return;
      event.preventDefault();
      if (command.whyNot) toastNote(command.whyNot);
      else command.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // Opening one dialog closes the other. That close event must not close the new dialog.
  return open && <CommandDialog shown={open} onClose={() => setOpen((now) => (now === open ? null : now))} />;
};

type Asked = 'start' | 'stop';

/** A link must neither start nor stop anything, so the dashboard asks. Once: a reload must not ask again. */
const takeAsked = (): Asked | null => {
  const asked = new URLSearchParams(location.search).get('ask');
  if (asked !== 'start' && asked !== 'stop') return null;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return asked;
};

const Question = ({ asked }: { asked: Asked }) => {
  const { data: status } = useQuery(botStatusQuery);
  const { data: auth } = useQuery(authStatusQuery);
  const [isOpen, setOpen] = useState(true);
  const stop = useStop();
  if (!status || !auth) return null;
  const isStart = asked === 'start';
  const problem = isStart
    ? whyNoStart({ status, connection: auth.state, now: Date.parse(status.now) })
    : status.isRunning
      ? null
      : 'The bot isn’t running.';
  const close = () => setOpen(false);
  const go = () => {
    close();
    if (isStart) askStart();
    else stop.press();
  };
  return (
    <Dialog
      title={isStart ? 'Start the bot?' : 'Stop the bot?'}
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          {problem === null && (
            <Button look="primary" onClick={go}>
              {isStart ? 'Start Bot' : 'Stop Bot'}
            </Button>
          )}
          <Button onClick={close}>{problem === null ? 'Not now' : 'Close'}</Button>
        </>
      }
    >
      <p>{problem ?? (isStart ? 'It shares with your saved settings.' : 'It stops before its next share.')}</p>
    </Dialog>
  );
};

const AskFromIcon = () => {
  const [asked] = useState(takeAsked);
  return asked && <Question asked={asked} />;
};
