// The process that reads photos: started without secrets, asked one photo at a time, and ended if it takes too much.

import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Asked, Said } from './messages.ts';

type Answer = Exclude<Said, { kind: 'ready' }> | { kind: 'ended'; why: string };
export type PhotoProcess = { ask(asked: Asked, patienceMs: number): Promise<Answer>; end(): Promise<void> };

/**
 * Node's permission model: the process reads the program's own files, writes none, and starts no process. It does not confine
 * native code such as libvips, which has no secrets to find there.
 */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The packages may be a link to another folder. */
const packages = path.join(realpathSync(path.join(root, 'node_modules')), path.sep);
const confinement: readonly string[] = [
  '--permission',
  `--allow-fs-read=${root}`,
  `--allow-fs-read=${packages}`,
  '--allow-addons',
  // Tesseract runs in a thread, which is confined as well.
  '--allow-worker',
];

const lookAtMemoryMs = 50;

/** What the process uses now; 0 where the system does not tell. */
async function bytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

export function startPhotoProcess(program: string, limitBytes: number): PhotoProcess {
  const child: ChildProcess = fork(program, [], {
    // Sends buffers without converting them to JSON.
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256', ...confinement],
    // The process gets no environment, so that an attack through a picture finds no keys in it.
    env: {},
    // Output of libvips may quote a picture's metadata.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exit = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.on('error', (error) => resolve(error.message));
  });
  return {
    async ask(asked, patienceMs) {
      let patience: NodeJS.Timeout | undefined;
      let memory: NodeJS.Timeout | undefined;
      let hear: ((said: Said) => void) | undefined;
      const answer = new Promise<Answer>((resolve) => {
        hear = (said) => {
          if (said.kind !== 'ready' && said.id === asked.id) resolve(said);
        };
        child.on('message', hear);
        patience = setTimeout(() => resolve({ kind: 'ended', why: 'it took too long' }), patienceMs);
        // The limit of V8 does not count what libvips allocates.
        memory = setInterval(async () => {
          if ((await bytesOf(child.pid)) > limitBytes) resolve({ kind: 'ended', why: 'it used too much memory' });
        }, lookAtMemoryMs);
        void exit.then((why) => resolve({ kind: 'ended', why }));
        // An error here means that the process has just ended. `exit` knows why.
        child.send(asked, () => {});
      });
      try {
        return await answer;
      } finally {
        clearTimeout(patience);
        clearInterval(memory);
        if (hear) child.off('message', hear);
      }
    },
    async end() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
