import type { Urgency } from '../notices.ts';

/** Where a browser takes messages, and the keys that only it can read with. Whoever knows them can write to the device. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  text: string;
  /** Of those that wait for the device only the last of a topic is delivered. Letters only. */
  topic: string;
  lifeMs: number;
  urgency: Urgency;
};

export type PushOutcome =
  | { kind: 'sent' }
  /** The browser has given it up: nothing will ever arrive there again. */
  | { kind: 'gone' }
  /** Not taken, and the same would not be taken again. */
  | { kind: 'refused'; why: string }
  /** Not taken now. */
  | { kind: 'later'; why: string; retryAfterMs?: number | undefined };

/** Sends encrypted messages to browsers through the push services of their makers. */
export type Pusher = {
  /** By which push services know this installation; browsers bind their endpoints to it. */
  publicKey(): Promise<string>;
  /** Why nothing can be sent there, as a sentence; null where it can. Looks at the text alone. */
  mistakeIn(target: PushTarget): string | null;
  /** Once, whatever comes of it. Never rejects for what the other side does. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
  close(): Promise<void>;
};
