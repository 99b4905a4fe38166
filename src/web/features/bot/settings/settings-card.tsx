// Shares one settings form between the Start button and the settings panel.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { botStatusQuery } from '../queries.ts';
import { SettingsFormProvider, useSettingsForm } from './settings-form-state.ts';

/** The Start button is far above the settings panel, but it submits the same form. */
export const SettingsCard = ({ children }: { children: ReactNode }) => {
  const { data: status } = useQuery(botStatusQuery);
  const form = useSettingsForm(status?.settings);
  return <SettingsFormProvider value={form}>{children}</SettingsFormProvider>;
};
