// Shares one settings form between the Start button and the settings panel.
import { type ReactNode, useMemo, useState } from 'react';
import { type SettingsForm, SharedSettingsProvider } from './shared-settings.ts';

/** The Start button is far above the settings panel, but it submits the same form. */
export const SettingsCard = ({ children }: { children: ReactNode }) => {
  const [form, share] = useState<SettingsForm | null>(null);
  const shared = useMemo(() => ({ form, share }), [form]);
  return <SharedSettingsProvider value={shared}>{children}</SharedSettingsProvider>;
};
