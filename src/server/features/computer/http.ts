// Answers the computer's rows of the route table.
import type { ClientInfo, Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { ComputerFeature } from './computer.ts';

type User = { id: string; isGuest: boolean };
const asked = ({ user, client }: { user: User; client: ClientInfo }) => ({ ...user, client });

export const computerHttp = (computer: ComputerFeature): Handlers<typeof routes.computer, User> => ({
  read: (ask) => computer.read(asked(ask)),
  keepAwake: ({ body, ...ask }) => computer.keepAwake(asked(ask), body.keepsAwake),
  newVersion: ({ body, ...ask }) => computer.lookForNewVersion(asked(ask), body.looks),
  saveBackup: (ask) => computer.saveBackup(asked(ask)),
  backup: (ask) => computer.lastBackup(asked(ask)),
});
