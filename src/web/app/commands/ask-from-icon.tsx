// Start and Stop in the menu of the installed app's icon. A link must neither start nor stop anything, so the dashboard asks.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askStart } from '#web/features/bot/band/start-request.ts';
import { botStatusQuery } from '#web/features/bot/queries.ts';
import { useStop } from '#web/features/bot/stopping/stop-notice.tsx';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { whyNoStart } from '#web/messages/bot/stopped-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Asked = 'start' | 'stop';

/** Once: a reload must not ask again. */
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

export const AskFromIcon = () => {
  const [asked] = useState(takeAsked);
  return asked && <Question asked={asked} />;
};
