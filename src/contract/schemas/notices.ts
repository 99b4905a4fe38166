import { z } from 'zod';
import { noticeEvents } from '#domain/notices.ts';
import { Time } from './fields.ts';

const eventsMessage = `Messages are about ${noticeEvents.slice(0, -1).join(', ')} or ${noticeEvents.at(-1)}`;
const NoticeEvents = z
  .array(z.enum(noticeEvents, { error: eventsMessage }), { error: eventsMessage })
  .max(noticeEvents.length, eventsMessage);

const endpointMessage = 'This is not the address of a push service';
const Endpoint = z.string({ error: endpointMessage }).min(1, endpointMessage).max(2000, endpointMessage);
const keyMessage = 'This is not a key of a browser’s subscription';
const base64url = (length: number) =>
  z.string({ error: keyMessage }).regex(new RegExp(`^[\\w-]{${length}}$`), keyMessage);

/** What the browser's own subscription tells of itself. */
export const NewDevice = z.strictObject({
  endpoint: Endpoint,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }, { error: keyMessage }),
  /** What is left out stays, or is what a new device begins with. */
  events: NoticeEvents.optional(),
  /** The browser's former endpoint, where it made itself a new one: this device takes its place. */
  replaces: Endpoint.optional(),
});

export const DeviceChange = z.strictObject({ events: NoticeEvents });

export const Device = z.object({
  id: z.string(),
  /** SHA-256 of the endpoint as base64url: by it a browser knows itself in the list. */
  fingerprint: z.string(),
  /** What the browser calls itself. */
  device: z.string(),
  since: Time,
  events: z.array(z.enum(noticeEvents)),
  /** When its push service last took a message, and when it last did not. */
  lastSuccessAt: Time.nullable(),
  lastFailureAt: Time.nullable(),
});
export type Device = z.output<typeof Device>;

export const NoticesOverview = z.object({
  /** By which the browser subscribes: its push service takes messages from nobody else. */
  publicKey: z.string(),
  devices: z.array(Device),
  /** A first day went well, no device is on, and the seller has not put the offer away. */
  isOffered: z.boolean(),
});
export type NoticesOverview = z.output<typeof NoticesOverview>;
