// The data folder: which one it is before the configuration is read, and how it is made.
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const dataFolder = (env: NodeJS.ProcessEnv): string => path.resolve(env.DATA_DIR?.trim() || './data');

/** Not `recursive`: in a folder that takes no others, such as /proc, Node tries that forever. */
export const makeFolder = (folder: string): void => {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

/** One sentence for the operator if Hangtag can't keep anything in the folder; null if it can. */
export function whyUnusable(folder: string): string | null {
  try {
    makeFolder(path.resolve(folder));
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch {
    const user = process.getuid === undefined ? '' : ` as user ${process.getuid()}`;
    return `Hangtag can't use the data folder ${folder}${user}. Give it to this user, or set DATA_DIR to a folder that this user can write to.`;
  }
}
