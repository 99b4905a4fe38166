// The structured log of the server.
import { fstatSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { DatabaseAway } from '#domain/ports/database.ts';

/** The log as the rest of the server sees it. It drops fields that are not on the allowlist. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type LogLevel = (typeof logLevels)[number];

/**
 * Allowlist of log fields. Any other field is dropped, at any depth. Values are plain (text, numbers, booleans). `error` is
 * logged as its name, code, message, and stack. A test finds fields that the server logs and that are not here.
 */
const fields = new Set(
  `requestId method route status ms code userId address listingId workerId job step kind reason practice count bots workers
  sellers pid host signal database migration migrations timeline file folder freeBytes madeAt until delayMs stepMs missedMs mostPerBot locks repeats`.split(
    /\s+/,
  ),
);

const longestText = 500;

/** Loaded only for a terminal, because it takes 0.1 s. */
const loadPretty = (): typeof import('pino-pretty') => createRequire(import.meta.url)('pino-pretty');

/**
 * Opens the log: one JSON object per line on stdout, or a readable format on a terminal. In addition to the allowlist, every
 * text is scrubbed of anything that looks like a secret and of the configured `secrets`. A warning with the same fields and the
 * same error is logged once a minute, with the number of its `repeats`: while the database is away, a worker has nine a second.
 */
export function createLog({
  level,
  secrets = [],
  isTerminal = process.stdout.isTTY === true,
  pipe = stdoutIfPipe(),
  write,
  now = () => performance.now(),
}: {
  level: LogLevel;
  secrets?: readonly string[];
  isTerminal?: boolean;
  /** stdout, if it is a pipe: its reader may stop reading. */
  pipe?: Writable | null;
  /** Destination instead of stdout. */
  write?: (line: string) => void;
  now?: () => number;
}): Log {
  const clean = (text: string) => scrub(text, secrets);
  const toPipe = () =>
    pipe && openPipe(pipe, (count) => logger.warn({ count }, 'Log lines dropped, because nobody was reading them'));
  const destination = write === undefined ? undefined : { write };
  const stream = isTerminal
    ? loadPretty()({
        sync: true,
        ignore: 'pid,hostname',
        translateTime: 'HH:MM:ss',
        ...(destination && { destination: asWritable(destination) }),
      })
    : (destination ?? toPipe() ?? pino.destination({ sync: true }));
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  const repeats = createRepeats(now);
  const logAs = (severity: 'debug' | 'info' | 'warn' | 'error') => (given: object, message: string) => {
    if (!logger.isLevelEnabled(severity)) return;
    const line = allowed(given, clean);
    if (severity === 'warn' && 'error' in line) {
      const held = repeats.take(keyOf(line, message));
      if (held === null) return;
      if (held > 0) line.repeats = held;
    }
    logger[severity](line, clean(message));
  };
  return { debug: logAs('debug'), info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
}

/** Errors with the same code are the same: pg-boss puts the name of a queue into their messages. */
function keyOf(line: Record<string, unknown>, message: string): string {
  const error = line.error as { code?: unknown; message?: unknown } | string;
  const same = typeof error === 'string' ? error : (error.code ?? error.message);
  return JSON.stringify([message, { ...line, error: same }]);
}

/** A write to a full pipe would wait for its reader. A file and a terminal always take what is written. */
function stdoutIfPipe(): Writable | null {
  try {
    const stdout = fstatSync(1);
    return stdout.isFIFO() || stdout.isSocket() ? process.stdout : null;
  } catch {
    // Windows knows nothing about a console without a window.
    return null;
  }
}

function allowed(given: object, clean: (text: string) => string): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'error') line.error = describeError(value, clean);
    // Failure codes are words and exit codes are short numbers. A longer number could be a one-time code.
    else if (name === 'code' && !/^([a-z_]+|\d{1,3}|null)$/i.test(String(value))) continue;
    else if (fields.has(name)) line[name] = describeValue(value, clean);
  }
  return line;
}

function describeValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value.slice(0, longestText));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'bigint') return String(value);
  return undefined;
}

type LikeError = { name?: string; message: string; stack?: string; cause?: unknown; code?: unknown };

/** pg-boss copies its errors into plain objects, which keep the message and lose the class. */
const isLikeError = (error: unknown): error is LikeError =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string');

/**
 * Follows `cause` three levels deep. Skips other properties of errors, because they may contain queries, rows, and requests. A
 * database that is away has no stacks: every part of the program meets it at once, and each would log 2 KB.
 */
function describeError(
  error: unknown,
  clean: (text: string) => string,
  { depth = 0, hasStack = !(error instanceof DatabaseAway) } = {},
): unknown {
  if (!isLikeError(error)) return typeof error === 'string' ? clean(error.slice(0, longestText)) : typeof error;
  // Codes of Node and Hangtag are words. Those of PostgreSQL have five characters.
  const code = 'code' in error && /^([a-z][a-z0-9_]*|[0-9A-Z]{5})$/i.test(String(error.code)) ? error.code : undefined;
  const stack = error.stack?.slice(error.stack.indexOf('\n    at ') + 1);
  return {
    name: error.name ?? 'Error',
    ...(code !== undefined && { code }),
    message: clean(error.message.slice(0, longestText)),
    ...(hasStack && stack?.startsWith('    at ') && { stack: clean(stack.slice(0, 2_000)) }),
    ...(error.cause !== undefined &&
      depth < 3 && { cause: describeError(error.cause, clean, { depth: depth + 1, hasStack }) }),
  };
}

function asWritable({ write }: { write: (line: string) => void }): Writable {
  return new Writable({
    write(chunk, _, done) {
      write(String(chunk));
      done();
    },
  });
}

/** What may wait for a reader. More is dropped, because a program must not grow or stop for its log. */
const mostWaitingBytes = 1_000_000;

/** `onMissed` gets the number of dropped lines as soon as the reader reads again. */
function openPipe(pipe: Writable, onMissed: (count: number) => void): { write(line: string): void } {
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

const withinMs = 60_000;
/** Keys that are older than a minute are dropped at this number. Most warnings have a key of their own, with ids. */
const mostKeys = 200;

type Repeats = {
  /** How many repeats were held back since this was last logged. null: it is a repeat itself, so don't log it. */
  take(key: string): number | null;
};

/** Lets a warning through once a minute, by its key. `now` is in milliseconds and never goes back. */
function createRepeats(now: () => number): Repeats {
  const logged = new Map<string, { at: number; held: number }>();
  return {
    take(key) {
      const at = now();
      const last = logged.get(key);
      if (last !== undefined && at - last.at < withinMs) {
        last.held += 1;
        return null;
      }
      if (logged.size >= mostKeys)
        for (const [old, { at: since }] of logged) if (at - since >= withinMs) logged.delete(old);
      logged.set(key, { at, held: 0 });
      return last?.held ?? 0;
    },
  };
}

const hidden = '[hidden]';

/**
 * Redacts anything that looks like a secret. The second line of defense behind the field allowlist, for error messages of
 * libraries. Names and addresses stay readable.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 6) clean = clean.replaceAll(secret, hidden);
  return (
    clean
      // user and password in a URL
      .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${hidden}@`)
      // whole headers
      .replace(/\b((?:set-)?cookie|authorization)\b["']?\s*[:=]\s*[^\r\n]+/gi, `$1: ${hidden}`)
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${hidden}`)
      // name=value and "name":"value"
      .replace(
        /\b([\w-]*(?:password|passwd|secret|token|api[_-]?key|session|jwt|csrf|otp)[\w-]*)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
        `$1$2${hidden}`,
      )
      // a one-time code
      .replace(/\b(code["']?\s*[:=]\s*["']?)\d{4,8}\b/gi, `$1${hidden}`)
      // a value that PostgreSQL repeats in its message
      .replace(/(invalid input (?:syntax|value) for [\w ]+: )".*"/gi, `$1${hidden}`)
      // pictures, hashes, keys, and tokens, recognized by their shape; a UUID is shorter
      .replace(/data:[\w/+.-]+;base64,[\w+/=-]+/g, hidden)
      .replace(/\$argon2\w+\$[^\s"']+/g, hidden)
      .replace(/\bv\d\.[0-9a-f]{8}\.[\w-]{20,}/g, hidden)
      .replace(/\b[A-Za-z0-9_-]{40,}={0,2}/g, hidden)
  );
}
