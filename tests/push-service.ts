// A push service for tests, with browsers that subscribe to it.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { PushNetwork } from '#server/adapters/push/web-push.ts';

function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(host)))));
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const time = (ms: number): Buffer =>
    tagged(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, sequence(tagged(0x82, Buffer.from(host))))),
    sequence(oid(0x55, 0x1d, 0x13), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff]))))),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - 86_400_000), time(Date.now() + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const lines = sequence(body, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** DER: a type, a length, and the content. */
function tagged(kind: number, content: Buffer): Buffer {
  const { length } = content;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([kind, ...lengthBytes]), content]);
}
const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
const oid = (...bytes: number[]): Buffer => tagged(0x06, Buffer.from(bytes));

const host = 'push.example.com';

type BrowserKeys = { publicKey: string; privateKey: string; auth: string };
export type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } };
type Taken = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; headers?: Record<string, string>; body?: string };

/** A push service like those of browsers: real HTTPS on loopback, with browsers that subscribe to it and can decrypt. */
export async function startPushService() {
  const { key, cert } = selfSigned(host);
  const taken: Taken[] = [];
  const browsers = new Map<string, BrowserKeys>();
  const answers: Answer[] = [];
  let standing: Answer = { status: 201 };
  let isSilent = false;
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      if (isSilent) return;
      const { status, headers = {}, body = '' } = answers.shift() ?? standing;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const looked: string[] = [];
  const network: PushNetwork = {
    async resolve(name) {
      looked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    },
    mayReach: () => true,
    port: address.port,
    ca: cert,
  };

  return {
    network,
    taken,
    looked,
    /** Answers the next requests like this, one each. */
    answer: (...next: Answer[]) => void answers.push(...next),
    /** Answers every request from now on like this. */
    answerAll(next: Answer) {
      standing = next;
    },
    /** Accepts every request and answers none. */
    silence() {
      isSilent = true;
    },
    /** A browser that has just subscribed. */
    subscribe(): Subscribed {
      const pair = createECDH('prime256v1');
      const publicKey = pair.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      const path = `/send/${randomBytes(12).toString('base64url')}`;
      const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
        .subarray(-32)
        .toString('base64url');
      browsers.set(path, { publicKey, privateKey, auth });
      return { endpoint: `https://${host}${path}`, keys: { p256dh: publicKey, auth } };
    },
    /** The messages that a browser has received so far, decrypted with its keys. */
    received({ endpoint }: Subscribed): Record<string, unknown>[] {
      const path = new URL(endpoint).pathname;
      const keys = browsers.get(path);
      if (keys === undefined) throw new Error('no such browser');
      return taken.filter((one) => one.path === path).map(({ body }) => JSON.parse(readPush(body, keys)));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Decrypts a message as a browser does (RFC 8291). Throws if it is not for these keys. */
export function readPush(body: Buffer, { publicKey, privateKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const senderBytes = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderBytes);
  const record = body.subarray(21 + senderBytes);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const hkdf = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), sender]);
  const secret = hkdf(pair.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  ).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The record has no end.');
  return padded.subarray(0, end).toString();
}

/** The content of an `Authorization` header, after checking that the key it names has signed it (RFC 8292). */
export function verifyVapid(authorization: string): { publicKey: string; claims: Record<string, unknown> } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isTrue) throw new Error('The signature is not by this key.');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
