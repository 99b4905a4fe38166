// Writes the log to a pipe without waiting for its reader.

import type { Writable } from 'node:stream';

/** What may wait for a reader. More is dropped, because a program must not grow or stop for its log. */
const mostWaitingBytes = 1_000_000;

/** `onMissed` gets the number of dropped lines as soon as the reader reads again. */
export function openPipe(pipe: Writable, onMissed: (count: number) => void): { write(line: string): void } {
  let missed = 0;
  // The reader is gone, and the program continues without it.
  pipe.on('error', () => {});
  pipe.on('drain', () => {
    const count = missed;
    missed = 0;
    if (count > 0) onMissed(count);
  });
  return {
    write(line) {
      if (pipe.writableLength > mostWaitingBytes) missed += 1;
      else pipe.write(line);
    },
  };
}
