// The panel that holds the settings form.

import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { later, MissingPart } from '#web/ui/later.tsx';
import { Panel, PanelError, Skeleton } from '#web/ui/panel.tsx';
import { botStatusQuery } from '../queries.ts';
import './settings-panel.css';

const Reserved = ({ id }: { id: string }) => (
  <Panel title="Settings" isLarge id={id} className="set-reserved">
    <Skeleton lines={6} label="Loading settings" />
  </Panel>
);

const SettingsForm = later(() => import('./settings-form.tsx'), {
  waiting: Reserved,
  failed: ({ id, failure }) => (
    <Panel title="Settings" isLarge id={id}>
      <MissingPart failure={failure} />
    </Panel>
  ),
});

/** The form is most of the screen's script, so it loads only once the first view `isComplete`. */
export const SettingsPanel = ({ id, isComplete }: { id: string; isComplete: boolean }) => {
  const { data: status, error, refetch } = useSteadyQuery(botStatusQuery);
  if (status && isComplete) return <SettingsForm id={id} saved={status.settings} status={status} />;
  if (!error) return <Reserved id={id} />;
  return (
    <Panel title="Settings" isLarge id={id}>
      <PanelError error={error} onRetry={() => refetch()} />
    </Panel>
  );
};
