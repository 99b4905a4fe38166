// The operator's commands on accounts: the list of all, and what concerns one.

import type { Database } from '#domain/ports/database.ts';
import { inColumns } from '#domain/text/columns.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import type { App } from '../app.ts';
import { type Ask, withApp } from './command.ts';
import { isYes, plainLine } from './plain-text.ts';
import { listUsers } from './store.ts';

export async function makeResetLink({ config, argument: email }: Ask): Promise<string> {
  const link = await withApp(config, (app) => app.makeResetLink(email));
  if (link === null) throw unknownAccount(email);
  return `${link}\nThe link works once and expires in 10 minutes.`;
}

export function signOut({ config, argument: email }: Ask): Promise<string> {
  return withApp(config, async (app) => {
    if (!(await app.signOut(email))) throw unknownAccount(email);
    return `${email} is signed out everywhere.`;
  });
}

export function turnSecondFactorOff({ config, argument: email, values }: Ask): Promise<string> {
  const question = `Turn off the second step for ${email}? Then anyone with the password can sign in. Make sure that the person asking is the seller.`;
  return withApp(config, async (app) => {
    if (!(await app.hasAccount(email))) throw unknownAccount(email);
    if (values.yes !== true && !(await isYes(question)))
      throw new StartProblem('Nothing was changed.', 'To skip the question, run the command again with --yes.');
    return secondFactorOff(app, email);
  });
}

export function removeUser({ config, argument: email, values }: Ask): Promise<string> {
  return withApp(config, async (app) => {
    if (!(await app.hasAccount(email))) throw unknownAccount(email);
    if (values.yes !== true)
      throw new StartProblem(
        `This deletes the account ${email} with its credentials, listings, shares, and activity. Only a backup can bring it back.`,
        'To delete it, run the command again with --yes at the end.',
      );
    await app.removeUser(email);
    return `Deleted ${email} and all its data. Earlier backups still contain them.`;
  });
}

const unknownAccount = (email: string): StartProblem =>
  new StartProblem(
    `There is no account with the email ${email}.`,
    'To list all accounts, run npm run hangtag -- users.',
  );

const secondFactorOff = async (app: App, email: string): Promise<string> => {
  const outcome = await app.removeSecondFactor(email);
  if (outcome === 'unknown') throw unknownAccount(email);
  return outcome === 'none'
    ? `${email} has no second step. Nothing was changed.`
    : `${email} can sign in with the password alone. The seller sees this in their security log.`;
};

/** One line per account: what an operator needs to help a seller, and nothing secret. */
export const users = async (database: Database): Promise<string> => {
  const rows = await listUsers(database);
  const header = ['id', 'email', 'since', 'closet', 'connection', 'bot', 'active listings'];
  const lines = rows.map((row) => [
    row.id,
    plainLine(row.guest ? `${row.email} (guest)` : row.email),
    row.created,
    plainLine(row.closet ?? '-'),
    row.connection ?? '-',
    row.bot,
    String(row.active),
  ]);
  return inColumns([header, ...lines]);
};
