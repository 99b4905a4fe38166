// Makes and uses passkeys with the browser's own dialogs.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Why a passkey wasn't made or used, in a sentence for the seller. */
class PasskeyTrouble extends Error {}

export const canUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** Safari opens its dialog only soon after a click, so the library should be there by then. */
export const loadPasskeys = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw new PasskeyTrouble('The part that uses passkeys couldn’t be loaded. Check your connection and try again.');
  });

/** The server decides the name that passkeys belong to. Under another name the browser refuses them without saying why. */
const refuseOtherName = (name: unknown): void => {
  if (typeof name !== 'string' || location.hostname === name || location.hostname.endsWith(`.${name}`)) return;
  throw new PasskeyTrouble(`Passkeys work at ${name} only. Open Hangtag there.`);
};

const explain = (error: unknown): never => {
  if (error instanceof PasskeyTrouble) throw error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new PasskeyTrouble('This device already has a passkey for your account.');
  throw new PasskeyTrouble(
    name === 'NotAllowedError' || name === 'AbortError'
      ? 'No passkey was used. Try again when you’re ready.'
      : 'This browser couldn’t use a passkey. Try another browser or device.',
  );
};

export const createPasskey = async (options: Record<string, unknown>) => {
  const { startRegistration } = await loadPasskeys();
  const { rp } = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  refuseOtherName(rp.id);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON }).catch(explain);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
};

export const answerWithPasskey = async (options: Record<string, unknown>) => {
  const { startAuthentication } = await loadPasskeys();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  refuseOtherName(optionsJSON.rpId);
  const { id, response } = await startAuthentication({ optionsJSON }).catch(explain);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
};
