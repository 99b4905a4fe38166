// The photo process's last steps before it sees the first picture: it gives up what it will not need anymore.

/** Debian and systemd never assign this number. Only root can become another user. */
const ownId = 65_522;

/**
 * Call it when everything is loaded. The server then takes away the right to open anything: files, connections, and pipes to other
 * programs. If the program is root's, it becomes a user that owns nothing. Neither can be undone from inside.
 */
export async function seal(): Promise<void> {
  const sealed = new Promise<void>((resolve) => process.once('message', () => resolve()));
  process.send?.({ kind: 'loaded' });
  await sealed;
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(ownId);
    process.setuid?.(ownId);
  } catch {
    // In a container whose root may not change users, this root has few rights to lose.
  }
}

/** How much memory the program uses, if the system says so without opening a file. The server measures it, too. */
export function ownBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}
