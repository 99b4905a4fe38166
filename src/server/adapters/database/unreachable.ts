// Explains to the operator why the database can't be reached.

import { StartProblem } from '../start-problem.ts';
import { serversOf } from './servers.ts';

/** Explains why Hangtag can't connect to a database. Names the host and the database, never the user or the password. */
export function whyUnreachable(url: string, cause: unknown): StartProblem {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const place = placeOf(url);
  if (place === undefined) {
    return new StartProblem(
      'DATABASE_URL is not the address of a PostgreSQL database.',
      'Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
    );
  }
  const [what, remedy] = explain(code, place);
  return new StartProblem(what, remedy, { cause });
}

function explain(code: string, { host, database }: { host: string; database: string }): [string, string] {
  if (code === '28P01' || code === '28000') {
    return [
      `The database at ${host} rejects the user name or password in DATABASE_URL.`,
      'Correct them and start again.',
    ];
  }
  if (code === '3D000') {
    return [`The server at ${host} has no database named "${database}".`, 'Create it, or correct DATABASE_URL.'];
  }
  if (code === '53300') {
    return [
      `The database at ${host} accepts no more connections.`,
      'Raise its max_connections, or stop other programs that use it.',
    ];
  }
  if (code === '57P03') {
    return [`The database at ${host} is starting up or shutting down.`, 'Wait a moment and start again.'];
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [`Hangtag can't find the host ${host} of DATABASE_URL.`, 'Correct its name, or check your DNS.'];
  }
  const detail = /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
  return [
    `Hangtag can't reach the database at ${host}${detail}.`,
    'Start it, correct DATABASE_URL, or remove DATABASE_URL to use the embedded database.',
  ];
}

function placeOf(url: string): { host: string; database: string } | undefined {
  const places = (serversOf(url) ?? []).map((server) => {
    const parsed = new URL(server);
    const socket = parsed.searchParams.get('host');
    const host = socket ?? `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}`;
    return { host, database: decodeURIComponent(parsed.pathname.slice(1)) };
  });
  const [first] = places;
  return first && { ...first, host: places.map(({ host }) => host).join(' or ') };
}
