// Whether somebody sits at this computer, as far as a process can know.
import { readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** Where desktops of Linux leave their names, for the screen at which people sign in. */
const sessionFolders = ['usr/share/xsessions', 'usr/share/wayland-sessions'];

export const readPlace = ({ platform = process.platform, root = '/', shell = ownShell() } = {}) => ({
  /** This process runs as somebody who can sign in, and not as an account for services, such as that of the Debian package. */
  isSomebodys: platform === 'win32' || !/^$|\/(nologin|false)$/.test(shell),
  hasDesktop:
    platform === 'win32' ||
    platform === 'darwin' ||
    sessionFolders.some((folder) => namesIn(path.join(root, folder)).some((name) => name.endsWith('.desktop'))),
});

/** Empty if this user has none, or the system doesn't know the user. */
function ownShell(): string {
  try {
    return userInfo().shell ?? '';
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
