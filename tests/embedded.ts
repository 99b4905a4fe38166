// For tests of the embedded PostgreSQL: data folders, and other programs that use them.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, inject } from 'vitest';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { mayServe, processLives } from '#server/adapters/database/embedded/processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { copyDataFolder } from './data-folder.ts';
import { silentLog } from './database.ts';

const supervisor = import.meta.resolve('#server/adapters/database/embedded.ts');

/** Creates what an earlier start would have left. Creating a cluster takes a second, and copying one takes a tenth of it. */
export const copyStartedFolder = (dataDir: string): void => copyDataFolder(inject('startedFolder'), dataDir);

/** What another program reports about its start. */
type StartReport = Pick<EmbeddedPostgres, 'origin' | 'runsAs' | 'url' | 'adminUrl'> & { message: string };

/**
 * A new data folder for each test, with real servers on it and other programs that use it. Ends whatever a test leaves running.
 */
export function embeddedRig() {
  let root = '';
  let dataDir = '';
  const running: EmbeddedPostgres[] = [];
  const programs: ChildProcess[] = [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(root, 0o755);
    dataDir = join(root, 'data');
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) program.kill('SIGKILL');
    for (const server of running.splice(0)) await server.stop();
    const left = readPostmaster(rig.cluster)?.pid;
    if (left !== undefined && processLives(left) && mayServe(left, rig.cluster)) process.kill(left, 'SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  const rig = {
    get root() {
      return root;
    },
    get dataDir() {
      return dataDir;
    },
    get home() {
      return join(dataDir, 'postgres');
    },
    get cluster() {
      return join(dataDir, 'postgres', 'cluster');
    },
    /** 0 if no server is running. */
    get serverPid() {
      return readPostmaster(rig.cluster)?.pid ?? 0;
    },
    /** Ends every program of PostgreSQL that works here, as a power failure would. */
    killServers() {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          const isOfPostgres = ['postgres', 'initdb'].includes(basename(readlinkSync(`/proc/${pid}/exe`)));
          const places = [readlinkSync(`/proc/${pid}/cwd`), readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
          if (isOfPostgres && places.some((place) => place.includes(root))) process.kill(Number(pid), 'SIGKILL');
        } catch {
          // It has ended.
        }
      }
    },
    /** Makes the path too long for a socket. */
    lengthenPath() {
      dataDir = join(root, 'a-rather-long-name-for-a-folder'.repeat(4));
    },
    startedBefore() {
      copyStartedFolder(dataDir);
    },
    async start(log = silentLog): Promise<EmbeddedPostgres> {
      const server = await startEmbeddedPostgres({ dataDir, log });
      running.push(server);
      return server;
    },
    async ask(url: string, sql: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    /**
     * Starts another program on the same folder. It reports how it came to the server, and then does `next` (by default it waits
     * for a line and stops normally).
     */
    program({ uid, next = '' }: { uid?: number; next?: string } = {}) {
      const code = `
        const { startEmbeddedPostgres } = await import(${JSON.stringify(supervisor)});
        const log = { debug() {}, info() {}, warn() {}, error() {} };
        try {
          const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
          console.log(JSON.stringify({ origin: server.origin, runsAs: server.runsAs, url: server.url, adminUrl: server.adminUrl }));
          ${next}
          process.stdin.once('data', async () => { await server.stop(); process.exit(0); });
        } catch (error) {
          console.log(JSON.stringify({ message: error.message }));
        }`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, SECRET_KEY: 'planted-secret' },
        ...(uid !== undefined && { uid, gid: uid }),
      });
      programs.push(child);
      const report = new Promise<StartReport>((resolve, reject) => {
        let output = '';
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('\n')) resolve(JSON.parse(output));
        });
        child.on('exit', () => reject(new Error('the program ended without a word')));
      });
      // A program that is killed before it reports anything is not an error of the test.
      report.catch(() => {});
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      return {
        report,
        ended,
        leave: () => child.stdin.write('\n'),
        kill: async () => {
          child.kill('SIGKILL');
          await ended;
        },
        killAfter: (ms: number) => {
          setTimeout(() => child.kill('SIGKILL'), ms);
          return ended;
        },
      };
    },
  };
  return rig;
}
