// Port: asks browsers for passkeys (WebAuthn), and checks what they answer.

/** Where passkeys work. A passkey belongs to a domain name, and browsers offer it to a secure page of that name only. */
export type PasskeyPlace =
  | { kind: 'ready'; origin: string }
  /** The public address is an IP address or a single word, or it is not https. */
  | { kind: 'no_domain' | 'not_secure'; origin: string };

/** What is stored of a passkey. Nothing in it is secret. */
export type StoredPasskey = { credentialId: string; publicKey: string; counter: number; transports: string[] };
export type NewPasskey = StoredPasskey & { isSynced: boolean };

/** What a browser answers, as base64url. */
export type CreatedPasskey = { id: string; clientDataJSON: string; attestationObject: string; transports: string[] };
export type UsedPasskey = { id: string; clientDataJSON: string; authenticatorData: string; signature: string };

/** A question as the browser's API takes it, and the random challenge in it. */
type PasskeyQuestion = { options: Record<string, unknown>; challenge: string };

export type Passkeys = {
  readonly place: PasskeyPlace;
  askToCreate(user: { handle: string; name: string; known: readonly StoredPasskey[] }): Promise<PasskeyQuestion>;
  /** null: it was not made for this question, this address, or by a person. */
  checkCreated(created: CreatedPasskey, challenge: string): Promise<NewPasskey | null>;
  /** With no known passkeys, the browser offers all that it has for this address. */
  askToUse(known: readonly StoredPasskey[]): Promise<PasskeyQuestion>;
  /** Resolves to the passkey's new counter, or to null. */
  checkUsed(used: UsedPasskey, passkey: StoredPasskey, challenge: string): Promise<{ counter: number } | null>;
};

/** The challenge that an answer names; null if there is none. */
export function challengeIn(clientDataJSON: string, decode: (base64url: string) => string): string | null {
  try {
    const { challenge } = JSON.parse(decode(clientDataJSON)) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
