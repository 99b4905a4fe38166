// The panel that holds the settings form.

import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { settingsFormMessages as messages } from '#web/messages/bot/bot.ts';
import { Panel, PanelError, Skeleton } from '#web/ui/panel.tsx';
import { botStatusQuery } from '../queries.ts';
import { SettingsForm } from './settings-form.tsx';

export const SettingsPanel = ({ id }: { id: string }) => {
  const { data: status, error, refetch } = useSteadyQuery(botStatusQuery);
  if (status) return <SettingsForm id={id} saved={status.settings} status={status} />;
  return (
    <Panel title={messages.title} isLarge id={id}>
      {error ? <PanelError error={error} onRetry={() => refetch()} /> : <Skeleton lines={6} label={messages.reading} />}
    </Panel>
  );
};
