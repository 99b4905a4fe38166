// The data folder: which one it is before the configuration is read, and how it is made.
import { existsSync, mkdirSync, statSync } from 'node:fs';
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
