// Makes the data folder and what is in it.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Only its user can look into what is made. Not `recursive`: in a folder that takes no others, such as /proc, Node tries that forever.
 * The folders above are made, too: root's can be passed, because its database runs as another user.
 */
export const makeFolder = (folder: string, mode = 0o700): void => {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent, process.getuid?.() === 0 ? 0o711 : 0o700);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};
