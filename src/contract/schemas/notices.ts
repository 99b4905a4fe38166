// What goes over the wire about devices that get push notifications.
import { z } from 'zod';
import { noticeEvents } from '#domain/notices.ts';
import { Time } from './fields.ts';

const eventsMessage = `Choose from ${noticeEvents.slice(0, -1).join(', ')}, and ${noticeEvents.at(-1)}`;
const NoticeEvents = z
  .array(z.enum(noticeEvents, { error: eventsMessage }), { error: eventsMessage })
  .max(noticeEvents.length, eventsMessage);

const endpointMessage = 'This is not the address of a push service';
const Endpoint = z.string({ error: endpointMessage }).min(1, endpointMessage).max(2000, endpointMessage);
const keyMessage = 'This is not a key of a browser’s subscription';
const base64url = (length: number) =>
  z.string({ error: keyMessage }).regex(new RegExp(`^[\\w-]{${length}}$`), keyMessage);

/** The browser's push subscription, with the events that the seller chose. */
export const NewDevice = z.strictObject({
  endpoint: Endpoint,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }, { error: keyMessage }),
  /** If left out, a known device keeps its events, and a new one starts with the defaults. */
  events: NoticeEvents.optional(),
  /** The browser's previous endpoint, if the browser replaced it. The device keeps its entry. */
  replaces: Endpoint.optional(),
});

export const DeviceChange = z.strictObject({ events: NoticeEvents });

export const Device = z.object({
  id: z.string(),
  /** SHA-256 of the endpoint as base64url, by which a browser finds itself in the list. */
  fingerprint: z.string(),
  /** The browser's name. */
  device: z.string(),
  since: Time,
  events: z.array(z.enum(noticeEvents)),
  /** When the device's push service last accepted a message, and when it last refused one. */
  lastSuccessAt: Time.nullable(),
  lastFailureAt: Time.nullable(),
});
export type Device = z.output<typeof Device>;

export const NoticesOverview = z.object({
  /** The browser subscribes with this key. Its push service then accepts messages from this server only. */
  publicKey: z.string(),
  devices: z.array(Device),
  /** The first day went well, no device gets notifications, and the seller has not dismissed the offer. */
  isOffered: z.boolean(),
});
export type NoticesOverview = z.output<typeof NoticesOverview>;
