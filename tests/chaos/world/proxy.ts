// A TCP proxy between two parts of Hangtag, which can cut, delay, swallow, and lose commits.

import { connect, createServer, type Server, type Socket } from 'node:net';

/** Where the proxy leads: a port of this machine, or a socket in its file system. */
type Target = { port: number } | { path: string };

/** Where the server of this address listens. */
export function targetOf(databaseUrl: string): Target {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  return folder === null ? { port: Number(url.port || 5432) } : { path: `${folder}/.s.PGSQL.${url.port}` };
}

/** The same database, reached over a port of this machine. */
export function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}

/** What happens to the connections of a proxy. `swallow` accepts everything and delivers nothing, as a dead network does. */
type State = 'open' | 'cut' | 'swallow';

export type TcpProxy = Awaited<ReturnType<typeof openProxy>>;

type Weather = { state: State; requestsMs: number; answersMs: number; losesCommits: number };
type Lost = { before: number; after: number };
type Traffic = { lastWriteAt: number; longestSilenceMs: number };

/** A dead connection's far end learns nothing of it for this long, as without keepalive. */
const deadMs = 20_000;

export async function openProxy(target: Target, random: () => number) {
  const weather: Weather = { state: 'open', requestsMs: 0, answersMs: 0, losesCommits: 0 };
  const lost: Lost = { before: 0, after: 0 };
  const traffic: Traffic = { lastWriteAt: Number.NEGATIVE_INFINITY, longestSilenceMs: 0 };
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    if (weather.state === 'cut') near.destroy();
    else join(near, { target, weather, lost, traffic, random, pairs });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const heal = () => void Object.assign(weather, { state: 'open', requestsMs: 0, answersMs: 0, losesCommits: 0 });
  return {
    port: portOf(server),
    /** Commits that were lost so far: before they arrived, and after they were done. */
    lost,
    /** When a client last sent a request that changes something over HTTP, by the monotonic clock; before all others -∞. */
    get lastWriteAt() {
      return traffic.lastWriteAt;
    },
    /** The longest time in ms for which a client has waited, or still waits, on a dead connection. 0 if none has asked there. */
    longestSilenceMs: () => Math.max(traffic.longestSilenceMs, ...[...pairs].map(silenceOf)),
    /** Ends all connections, and each new one at once. */
    cut() {
      weather.state = 'cut';
      for (const pair of pairs) pair.end();
    },
    /** Keeps all connections, and delivers nothing over them. They stay dead afterward. */
    swallow() {
      weather.state = 'swallow';
      for (const pair of pairs) pair.isDead = true;
    },
    /** Delays what clients send, and what they are answered. */
    delay({ requests = 0, answers = 0 }: { requests?: number; answers?: number }) {
      weather.requestsMs = requests;
      weather.answersMs = answers;
    },
    /** Ends a connection at this share of its commits: half of them before the commit arrives, half after it was done. */
    loseCommits(share: number) {
      weather.losesCommits = share;
    },
    /** New connections work again, without delays and losses. */
    heal,
    close(): Promise<void> {
      heal();
      for (const pair of pairs) pair.end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Pair = {
  isDead: boolean;
  /** Since when its client waits for an answer that never comes; null if it doesn't. */
  silentSince: number | null;
  end(): void;
};
type Joint = {
  target: Target;
  weather: Weather;
  lost: Lost;
  traffic: Traffic;
  random: () => number;
  pairs: Set<Pair>;
};

const silenceOf = ({ silentSince }: Pair): number => (silentSince === null ? 0 : performance.now() - silentSince);

/** Joins a client's connection with one to the target. */
function join(near: Socket, { target, weather, lost, traffic, random, pairs }: Joint): void {
  const far = connect(target);
  let losesAnswer = false;
  const pair: Pair = {
    isDead: weather.state === 'swallow',
    silentSince: null,
    end() {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    },
  };
  pairs.add(pair);
  const toFar = delayed(
    () => weather.requestsMs,
    (chunk) => far.write(chunk),
  );
  const toNear = delayed(
    () => weather.answersMs,
    (chunk) => near.write(chunk),
  );
  const waits = () => {
    // The far end may still answer a client that has left.
    if (!near.destroyed) pair.silentSince ??= performance.now();
  };
  near.on('data', (chunk) => {
    if (pair.isDead) return waits();
    if (isWrite(chunk)) traffic.lastWriteAt = performance.now();
    if (weather.losesCommits > 0 && isCommit(chunk) && random() < weather.losesCommits) {
      if (random() < 0.5) {
        lost.before += 1;
        return pair.end();
      }
      losesAnswer = true;
    }
    toFar(chunk);
  });
  far.on('data', (chunk) => {
    if (pair.isDead) return waits();
    if (!losesAnswer) return toNear(chunk);
    lost.after += 1;
    pair.end();
  });
  const leave = () => {
    if (!pair.isDead) return pair.end();
    traffic.longestSilenceMs = Math.max(traffic.longestSilenceMs, silenceOf(pair));
    pair.silentSince = null;
    near.destroy();
    setTimeout(pair.end, deadMs).unref();
  };
  for (const socket of [near, far]) socket.setNoDelay(true).on('error', leave).on('close', leave);
}

/** A simple query of PostgreSQL's protocol that says `commit`. */
const isCommit = (chunk: Buffer): boolean => /^Q....commit\0$/is.test(chunk.subarray(-12).toString('latin1'));

/** The head of an HTTP request that changes something. */
const isWrite = (chunk: Buffer): boolean => /^(POST|PUT|PATCH|DELETE) \//.test(chunk.subarray(0, 8).toString('latin1'));

/** Passes chunks on in their order, each after the delay in force when it came. */
function delayed(delayMs: () => number, pass: (chunk: Buffer) => unknown): (chunk: Buffer) => void {
  let waiting = Promise.resolve();
  let count = 0;
  return (chunk) => {
    const ms = delayMs();
    if (ms === 0 && count === 0) return void pass(chunk);
    count += 1;
    const due = new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
    waiting = waiting
      .then(() => due)
      .then(() => {
        count -= 1;
        pass(chunk);
      });
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  return address.port;
}
