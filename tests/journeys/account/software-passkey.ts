// A passkey in software: answers the questions of WebAuthn as a phone would, and wrongly if a test says so.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const asText = (data: Buffer): string => data.toString('base64url');

/** What the browser and the device add to an answer. */
export type Circumstances = { origin?: string; isVerified?: boolean; rpId?: string; counter?: number };

export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const deviceData = (
    { rpId = 'hangtag.example', isVerified = true, counter = uses }: Circumstances,
    { attested }: { attested?: Buffer } = {},
  ) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, attested ?? Buffer.alloc(0)]);
  };
  /** The public key in COSE: ES256 on P-256. */
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id: asText(id),
    create(options: Record<string, unknown>, how: Circumstances = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const data = deviceData(how, { attested });
      // CBOR of { fmt: 'none', attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: asText(id),
        clientDataJSON: asText(
          clientData('webauthn.create', options.challenge, how.origin ?? 'https://hangtag.example'),
        ),
        attestationObject: asText(attestation),
        transports: ['internal'],
      };
    },
    use(options: Record<string, unknown>, how: Circumstances = {}) {
      uses += 1;
      const client = clientData('webauthn.get', options.challenge, how.origin ?? 'https://hangtag.example');
      const data = deviceData(how);
      return {
        id: asText(id),
        clientDataJSON: asText(client),
        authenticatorData: asText(data),
        signature: asText(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      };
    },
  };
}
