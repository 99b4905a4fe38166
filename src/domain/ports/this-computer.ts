// Port: what the computer that Hangtag runs on has for a phone to reach it, and which versions of Hangtag there are for it.

/** `address` is an https address that only the seller's own devices can open, unless `isPublic`. */
export type Tailscale =
  | { kind: 'missing' | 'off' }
  | { kind: 'ready'; address: string }
  | { kind: 'on'; address: string; isPublic: boolean };

/** `link`: where the seller first has to allow it. `denied`: this user of the computer may not change Tailscale. */
export type TailscaleChange =
  | { kind: 'done' | 'failed' }
  | { kind: 'allow_first'; link: string }
  | { kind: 'denied'; user: string };

/** What answers at an address: this kind of server, something else, or nothing. */
export type Answerer = 'hangtag' | 'other' | 'bad_certificate' | 'nothing';

export type ThisComputer = {
  /** Whether Tailscale carries calls to this port of this computer. Changes nothing. */
  findTailscale(port: number): Promise<Tailscale>;
  /** The only function here that changes something, so it needs the seller's word. */
  serveOverTailscale(port: number, isOn: boolean): Promise<TailscaleChange>;
  whoAnswersAt(origin: string): Promise<Answerer>;
};

/** Which versions of Hangtag there are for it. */
export type Releases = {
  /** The version of this program. */
  present: string;
  /** null if none has been published. Rejects if nobody can say. */
  newest(): Promise<string | null>;
  isNewer(offered: string): boolean;
  /** What the operator does for a newer one, on this way of installing: a sentence, and what to type after it, if it doesn't contain that. */
  how(): { text: string; command: string | null };
};

/** `missing`: this computer has no program for it. `refused`: the program is there, and the system doesn't let Hangtag. */
export type AwakeAnswer = 'held' | 'missing' | 'refused';

export type KeepAwake = {
  /** Holds the computer awake until `release`, or until this process ends in any way. A second call changes nothing. */
  hold(): Promise<AwakeAnswer>;
  release(): void;
};
