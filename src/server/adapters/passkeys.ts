// Passkeys by @simplewebauthn/server.
import { isIP } from 'node:net';
import type { PasskeyPlace, Passkeys, StoredPasskey } from '#domain/ports/passkeys.ts';

/** Loaded when a passkey is first asked for: with its decoders it takes a tenth of a second. */
const library = () => import('@simplewebauthn/server');

/** Ed25519, ES256, RS256: what devices make. */
const algorithms = [-8, -7, -257];
const timeout = 5 * 60_000;

/** A browser takes an address as secure if it is https, or this machine's own `localhost`. */
export function passkeyPlace(address: string): PasskeyPlace {
  const { hostname, protocol, origin } = new URL(address);
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!isThisMachine && (isAddress || !hostname.includes('.'))) return { kind: 'no_domain', origin };
  if (!isThisMachine && protocol !== 'https:') return { kind: 'not_secure', origin };
  return { kind: 'ready', origin };
}

/** `address` is the public address of this installation. Its name is the one that the passkeys belong to. */
export function webPasskeys(address: string): Passkeys {
  const place = passkeyPlace(address);
  const rpID = new URL(address).hostname;
  const expected = { expectedOrigin: place.origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    place,
    async askToCreate({ handle, name, known }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: 'Hangtag',
        rpID,
        userID: new Uint8Array(Buffer.from(handle)),
        userName: name,
        timeout,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
      return { options: { ...options }, challenge: options.challenge };
    },
    async checkCreated({ id, clientDataJSON, attestationObject, transports }, challenge) {
      const { verifyRegistrationResponse } = await library();
      const seen = await verifyRegistrationResponse({
        ...expected,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: algorithms,
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject },
        },
      }).catch(() => null);
      if (!seen?.verified) return null;
      const { credential, credentialBackedUp } = seen.registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports,
        isSynced: credentialBackedUp,
      };
    },
    async askToUse(known) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID,
        timeout,
        userVerification: 'required',
        allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      });
      return { options: { ...options }, challenge: options.challenge };
    },
    async checkUsed({ id, clientDataJSON, authenticatorData, signature }, passkey, challenge) {
      const { verifyAuthenticationResponse } = await library();
      const seen = await verifyAuthenticationResponse({
        ...expected,
        expectedChallenge: challenge,
        credential: toCredential(passkey),
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON, authenticatorData, signature },
        },
      }).catch(() => null);
      return seen?.verified ? { counter: seen.authenticationInfo.newCounter } : null;
    },
  };
}

const toCredential = ({ credentialId, publicKey, counter }: StoredPasskey) => ({
  id: credentialId,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
});
