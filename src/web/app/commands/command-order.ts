// The order of the palette: what a seller does most comes first, and Logout last.
import type { Command } from '#web/lib/commands.ts';

const first = ['start', 'stop', 'sync', 'analyze', 'dashboard', 'market', 'api-test', 'how'];
const last = 'logout';

/** Commands that are not named here are between the screens and Logout, in the order in which they were added. */
export const inOrder = (commands: readonly Command[]): Command[] => {
  const place = ({ id }: Command): number => {
    if (id === last) return first.length + 1;
    const index = first.indexOf(id);
    return index === -1 ? first.length : index;
  };
  return commands.toSorted((a, b) => place(a) - place(b));
};
