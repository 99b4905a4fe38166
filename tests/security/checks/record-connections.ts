// Loaded into a Hangtag before its own code (`node --import`): writes down each connection that it opens, one `HOST:PORT` a line.
import { appendFileSync } from 'node:fs';
import { type NetConnectOpts, Socket } from 'node:net';

const file = process.env.CONNECTIONS_FILE ?? '';
// Not for the programs that Hangtag starts: the practice marketplace connects to nothing, and the one that decodes photos may not
// open this file. Its own tests show that it can't connect.
delete process.env.NODE_OPTIONS;

const nameOf = (target: NetConnectOpts): string =>
  'path' in target && target.path
    ? `socket ${target.path}`
    : `${'host' in target ? (target.host ?? 'localhost') : ''}:${'port' in target ? target.port : ''}`;

const connect = Socket.prototype.connect;
// Every way to open a TCP or TLS connection ends here. The arguments come as they were given, or in an array that Node has sorted.
Socket.prototype.connect = function record(this: Socket, ...given: unknown[]) {
  const [first, second] = (Array.isArray(given[0]) ? given[0] : given) as unknown[];
  const isPath = typeof first === 'string' && Number.isNaN(Number(first));
  const target =
    typeof first === 'object' && first !== null
      ? (first as NetConnectOpts)
      : isPath
        ? { path: first }
        : { port: Number(first), host: typeof second === 'string' ? second : 'localhost' };
  appendFileSync(file, `${nameOf(target)}\n`);
  return Reflect.apply(connect, this, given);
} as typeof connect;
