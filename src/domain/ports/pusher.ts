// Port: sending push notifications to browsers.

import type { Urgency } from '../notices.ts';

/** Push endpoint and keys of a browser. Secret: anyone who knows them can send to the device. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  text: string;
  /** Only the last waiting message of a topic is delivered. Letters only. */
  topic: string;
  lifeMs: number;
  urgency: Urgency;
};

export type PushOutcome =
  | { kind: 'sent' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  /** Refused. Don't retry. */
  | { kind: 'refused'; why: string }
  /** Refused for now; retry later. */
  | { kind: 'later'; why: string; retryAfterMs?: number | undefined };

/** Sends encrypted messages to browsers through their push services. */
export type Pusher = {
  /** The server's public VAPID key. Browsers bind their endpoints to it. */
  publicKey(): Promise<string>;
  /** Says in one sentence why the endpoint is not allowed, or returns null. Checks the text only. */
  mistakeIn(target: PushTarget): string | null;
  /** Sends once. Never rejects because of what the push service answers. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
  close(): Promise<void>;
};
