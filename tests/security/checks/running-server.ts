// Starts a Hangtag with its own data for the security checks, and sends it requests as they are.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openMailSink } from '#tests/mail-sink.ts';
import { freePort, runProgram } from '#tests/process.ts';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';

type Reply = { status: number; headers: IncomingHttpHeaders; cookies: readonly string[]; text: string };
type Ask = { method?: string; headers?: Record<string, string>; body?: unknown; from?: string };

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Prints a figure that the check has measured. */
export type Say = (figures: string) => void;
/** By what they say. Each resolves to what is wrong, or to null, and throws `CannotCheck` if it can't be made here. */
export type Checks = Record<string, (server: RunningServer, say: Say) => Promise<string | null>>;
/** The check can't be made here, and why. */
export class CannotCheck extends Error {}

export const person = (email: string) => ({
  firstName: 'Ada',
  lastName: 'Seller',
  email,
  password: 'linen-and-wool-7',
});

/** Each request has a connection of its own: the server ends idle ones when thousands are open. */
const agent = new Agent({ keepAlive: false });

/** `env` is added to its configuration. Under a public https address, because that is where other people can reach a Hangtag. */
export async function startServer(env: Record<string, string> = {}) {
  const parent = mkdtempSync(path.join(tmpdir(), 'hangtag-security-'));
  // Hangtag makes the folder, so its permissions are Hangtag's.
  const folder = path.join(parent, 'data');
  const port = await freePort();
  const mailSink = await openMailSink();
  const program = runProgram('src/server/main.ts', {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: 'https://hangtag.example',
    MARKETPLACE_URL: 'none',
    SMTP_URL: `smtp://${mailSink.address}`,
    MAIL_FROM: 'Hangtag <mail@hangtag.example>',
    OPERATOR_EMAIL: 'operator@example.com',
    OPERATOR_TOKEN: 'the-operator-token-of-the-security-checks',
    LOG_LEVEL: 'debug',
    ...env,
  });
  let isRunning = true;
  void program.ended.then(() => {
    isRunning = false;
  });
  await program.until('Hangtag is ready');
  /** Sends one request. A body is sent as JSON, or as it is if it is text. */
  const ask = (place: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Ask = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const call = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          path: place,
          method,
          localAddress: from,
          headers: {
            host: 'hangtag.example',
            ...(sent !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(sent),
            }),
            ...headers,
          },
        },
        (reply) => {
          let text = '';
          reply.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            // Live updates never end.
            if (reply.headers['content-type']?.startsWith('text/event-stream')) reply.destroy();
          });
          reply.on('close', () =>
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              cookies: reply.headers['set-cookie'] ?? [],
              text,
            }),
          );
        },
      );
      call.setTimeout(20_000, () => call.destroy(new Error(`${method} ${place} had no reply within 20 seconds`)));
      call.on('error', reject);
      call.end(sent);
    });
  return {
    folder,
    port,
    /** Where its mail goes, as `127.0.0.1:PORT`. */
    mailAddress: mailSink.address,
    /** Mails that Hangtag has sent so far, and whose source contains these words. */
    mailsWith: (words: string) => mailSink.received.filter(({ raw }) => raw.includes(words)).length,
    /** Everything that the program has printed, at the level `debug`. */
    output: program.output,
    isRunning: () => isRunning,
    ask,
    /** The same, as our own app would send it. */
    call: (place: string, { headers, ...more }: Ask = {}) =>
      ask(place, { ...more, headers: { origin: 'https://hangtag.example', ...headers } }),
    async close() {
      program.kill('SIGTERM');
      await program.ended;
      await mailSink.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

let sellers = 0;
/** From an address of its own, because one may register four sellers a minute. */
const ownAddress = (): string => `127.60.${Math.floor(++sellers / 250)}.${1 + (sellers % 250)}`;

/** Registers a seller and returns the `cookie` header that signs requests in. */
export async function registerSeller(server: RunningServer, email: string, from = ownAddress()): Promise<string> {
  const { status, cookies, text } = await server.call('/api/register', { method: 'POST', body: person(email), from });
  if (status !== 201) throw new Error(`registering ended with ${status}: ${text}`);
  return cookiesOf(cookies);
}

/** Looks every 100 ms, for some minutes at most. Resolves to whether it became so. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, mostMinutes = 1): Promise<boolean> {
  for (let looks = 0; looks < mostMinutes * 600; looks++) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
