// The calls about the computer that Hangtag runs on.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { type Computer, computerRoutes } from '#contract/computer/computer.ts';
import { send } from '#web/lib/server/api.ts';
import { putAnswer } from '#web/lib/server/queries.ts';
import { runsOnOwnComputer } from '#web/messages/bot/awake.ts';

const { computer: api } = createClient({ computer: computerRoutes }, send);

const key = ['computer'] as const;

export const computerQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => api.read({}, { signal }),
  enabled: runsOnOwnComputer,
});

const useChoice = (choose: (isOn: boolean) => Promise<Computer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => choose(isOn),
    onSuccess: (answer) => putAnswer<Computer>(client, key, () => answer),
  });
};

export const useKeepAwake = () => useChoice((keepsAwake) => api.keepAwake({ body: { keepsAwake } }));
export const useLookForNewVersion = () => useChoice((looks) => api.newVersion({ body: { looks } }));

export const useSaveBackup = () => useMutation({ mutationFn: () => api.saveBackup() });

/** Shows everywhere that a backup was saved. What asked for it goes then. */
export const useBackupShown = () => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: ['today'] });
  };
};

/** The browser saves the file itself, however large it is. */
export const downloadBackup = (name: string): void => {
  const link = document.createElement('a');
  link.href = computerRoutes.backup.path;
  link.download = name;
  link.click();
};
