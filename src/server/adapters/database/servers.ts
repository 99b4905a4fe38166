// Finds the primary among the servers of one address, so that Hangtag follows a promoted standby on its own.

import pg from 'pg';

/** How long the search for the primary waits for a server. Shorter than the time that a connection may take. */
const probeLimitMs = 3_000;

/** A dead connection is noticed within 10 s. The last of them is for a busy process. */
export const usualAnswerLimitMs = 9_000;
/** A connection that only listens is asked for a sign of life, and given up within the same time. */
export const heartbeat = { beatMs: 5_000, answerMs: 4_000 };

/**
 * The addresses of the single servers in `postgres://user:password@one:5432,two:5432/database`. An address with one server is
 * returned as it is. Null if it is no address of PostgreSQL.
 */
export function serversOf(url: string): string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url);
  if (parts === null) return null;
  const [, before = '', hosts = '', after = ''] = parts;
  const servers = hosts.split(',').map((host) => before + host + after);
  if (!servers.every((server) => URL.canParse(server))) return null;
  if (servers.length > 1 && hosts.split(',').includes('')) return null;
  return servers.length === 1 ? servers : servers.map(withoutTarget);
}

/** The same servers with another database. */
export const withDatabase = (url: string, name: string): string =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${name}`);

/** libpq's option. We always look for the server that takes writes. */
function withoutTarget(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete('target_session_attrs');
  return parsed.href;
}

export function connectionTo(url: string): { connectionString: string; Client: typeof pg.Client } {
  const servers = serversOf(url) ?? [url];
  const [first = url] = servers;
  return { connectionString: first, Client: servers.length < 2 ? pg.Client : followingClient(url, servers) };
}

/** One per address, so that all pools of a process learn of a new primary together. */
const following = new Map<string, typeof pg.Client>();

function followingClient(url: string, servers: readonly string[]): typeof pg.Client {
  const known = following.get(url);
  if (known) return known;
  /** Each connected client, with its server. */
  const connected = new Map<pg.Client, string>();
  const primaries = createPrimaries(servers, (primary) => {
    for (const [client, server] of connected) if (server !== primary) cut(client);
  });
  /** A client that connects to the server that takes writes now. */
  class FollowingClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const ready = this.#follow();
      if (callback === undefined) return ready;
      ready.then(() => callback(null as unknown as Error), callback);
      return undefined;
    }
    async #follow(): Promise<pg.Client> {
      // A pool listens only once this has resolved. If the connection dies before that, an error that nobody listens to would end
      // the program.
      this.on('error', () => {});
      const server = await primaries.primary();
      try {
        // A client reads its server before it connects. Only the server differs between our addresses.
        const { host, port } = new pg.Client({ connectionString: server });
        Object.assign(this, { host, port });
        await super.connect();
        const { rows } = await this.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
        if (rows[0]?.isStandby !== false) throw new Error('This server became a standby.');
        connected.set(this, server);
        this.once('end', () => connected.delete(this));
        return this;
      } catch (error) {
        primaries.forget(server);
        await this.end().catch(() => {});
        throw error;
      }
    }
  }
  following.set(url, FollowingClient);
  return FollowingClient;
}

/**
 * Cuts a connection to a server that another one has replaced. If that server is silent, statements would wait for their time
 * limit, one after the other: bots shared again 18 s after a promotion.
 */
function cut(client: pg.Client): void {
  const { connection } = client as pg.Client & { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** Remembers the primary until a connection to it fails. Probes all servers at once, and only once at a time. */
function createPrimaries(servers: readonly string[], onFound: (primary: string) => void) {
  let known: string | null = null;
  let searching: Promise<string> | null = null;
  /** Of the last primary that was found. */
  let timeline: string | null = null;
  const findPrimary = async (): Promise<string> => {
    const seen = await Promise.all(servers.map(probe));
    const found = primaryOf(seen, timeline);
    if (found === null) throw whyNoPrimary(seen);
    known = found.server;
    timeline = found.timeline;
    onFound(found.server);
    return found.server;
  };
  return {
    primary(): Promise<string> {
      if (known !== null) return Promise.resolve(known);
      searching ??= findPrimary().finally(() => {
        searching = null;
      });
      return searching.catch((error: unknown) => {
        throw ownCopy(error);
      });
    },
    forget(server: string): void {
      if (known === server) known = null;
    },
  };
}

async function probe(server: string): Promise<Probed> {
  const client = new pg.Client({
    connectionString: server,
    application_name: 'hangtag looks for the primary',
    connectionTimeoutMillis: probeLimitMs,
    query_timeout: probeLimitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    );
    return { server, timeline: rows[0]?.timeline ?? null };
  } catch (error) {
    return { server, timeline: null, error };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Callers who wait together get an error each: pg-boss writes the name of a queue into the message of one that it gets. */
const ownCopy = (error: unknown): unknown =>
  error instanceof Error ? Object.assign(new Error(error.message, { cause: error.cause }), error) : error;

/** The code of the error if servers answer and none of them takes writes. */
export const noPrimary = 'NO_PRIMARY';

/** Why no server takes writes. If one answers that it is a standby, the others' silence is no fault of the address. */
export function whyNoPrimary(seen: readonly Probed[]): unknown {
  const silent = seen.filter(({ error }) => error !== undefined);
  if (silent.length === seen.length) return silent[0]?.error;
  const each = seen.map(({ server, timeline, error }) => {
    const { hostname, port } = new URL(server);
    const is = timeline === null ? 'is a standby' : 'is an old primary';
    return `${hostname}:${port || '5432'} ${error === undefined ? is : 'can’t be used'}`;
  });
  const sentence = `No server takes writes: ${each.join(', ')}.`;
  return Object.assign(new Error(sentence, { cause: silent[0]?.error }), { code: noPrimary });
}

/** What probing one server showed. A standby, and a server that did not answer, has no timeline. */
type Probed = { server: string; timeline: string | null; error?: unknown };

/**
 * The server that takes writes; null if none does. If an old primary came back beside the promoted one, both do: then it is the
 * one whose timeline is later, because each promotion begins a new one. The old one is never chosen after the promoted one was
 * `known`, even while that can't be reached: it lacks the shares that were counted since.
 */
export function primaryOf(seen: readonly Probed[], known: string | null = null): Probed | null {
  let found: Probed | null = null;
  for (const each of seen) {
    if (each.timeline === null || each.timeline < (known ?? '')) continue;
    if (each.timeline > (found?.timeline ?? '')) found = each;
  }
  return found;
}
