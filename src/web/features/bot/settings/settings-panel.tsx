// The panel that holds the settings form.
import type { ReactNode } from 'react';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { later, MissingPart } from '#web/ui/later.tsx';
import { Panel, PanelError, Skeleton } from '#web/ui/panel.tsx';
import { botStatusQuery } from '../queries.ts';
import './settings.css';

const WithoutForm = ({ className, children }: { className?: string; children: ReactNode }) => (
  <Panel title="Settings" isLarge id="settings" className={className}>
    {children}
  </Panel>
);

const Reserved = () => (
  <WithoutForm className="set-reserved">
    <Skeleton lines={6} label="Loading settings" />
  </WithoutForm>
);

const SettingsForm = later(() => import('./settings-form.tsx'), {
  waiting: Reserved,
  failed: ({ failure }) => (
    <WithoutForm>
      <MissingPart failure={failure} />
    </WithoutForm>
  ),
});

/** The form is most of the screen's script, so it loads only once the first view `isComplete`. */
export const SettingsPanel = ({ isComplete }: { isComplete: boolean }) => {
  const { data: status, error, refetch } = useSteadyQuery(botStatusQuery);
  if (status && isComplete) return <SettingsForm status={status} />;
  if (!error) return <Reserved />;
  return (
    <WithoutForm>
      <PanelError error={error} onRetry={() => refetch()} />
    </WithoutForm>
  );
};
