// Devices that get push notifications, and the daily summary by mail.
import { z } from 'zod';
import { noticeEvents } from '#domain/notices.ts';
import { type Cost, perHour, reads, scarce, writes } from '../cost.ts';
import { Message, Time } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const eventsMessage = `Choose from ${noticeEvents.slice(0, -1).join(', ')}, and ${noticeEvents.at(-1)}`;
const NoticeEvents = z
  .array(z.enum(noticeEvents, { error: eventsMessage }), { error: eventsMessage })
  .max(noticeEvents.length, eventsMessage);

const endpointMessage = 'This is not the address of a push service';
const Endpoint = z.string({ error: endpointMessage }).min(1, endpointMessage).max(2000, endpointMessage);
const keyMessage = 'This is not a key of a browser’s subscription';
const base64url = (length: number) =>
  z.string({ error: keyMessage }).regex(new RegExp(`^[\\w-]{${length}}$`), keyMessage);

const NewDevice = z.strictObject({
  endpoint: Endpoint,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }, { error: keyMessage }),
  /** If left out, a known device keeps its events, and a new one starts with the defaults. */
  events: NoticeEvents.optional(),
  /** The browser's previous endpoint, if the browser replaced it. The device keeps its entry. */
  replaces: Endpoint.optional(),
});

const SummaryChoice = z.strictObject({ mailsSummary: z.boolean({ error: 'Choose true or false' }) });

const DeviceChange = z.strictObject({ events: NoticeEvents });

export const Device = z.object({
  id: z.string(),
  /** SHA-256 of the endpoint as base64url, by which a browser finds itself in the list. */
  fingerprint: z.string(),
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
  /** Whether the daily summary comes by mail, too. null: it can't, because no mail is configured or the address isn't confirmed. */
  mailsSummary: z.boolean().nullable(),
});
export type NoticesOverview = z.output<typeof NoticesOverview>;

const deviceChanges: Cost = { ...scarce, budget: 'device changes', account: perHour(60), client: perHour(240) };

/** Each calls a push service. */
const deviceTests: Cost = {
  ...scarce,
  budget: 'device tests',
  account: perHour(10),
  client: perHour(40),
  refusal: 'You sent several test notifications already.',
};

export const noticesRoutes = {
  overview: {
    method: 'GET',
    path: '/api/notices',
    summary: 'Which devices get notifications, and for which events',
    access: 'user',
    cost: reads,
    reply: NoticesOverview,
  },
  subscribe: {
    method: 'POST',
    path: '/api/notices/devices',
    summary: 'Send notifications to this browser. The same browser stays the same device',
    access: 'user',
    cost: deviceChanges,
    client: true,
    body: NewDevice,
    reply: Device,
    status: 201,
  },
  choose: {
    method: 'PATCH',
    path: '/api/notices/devices/{id}',
    summary: 'Choose the events for which a device gets notifications',
    access: 'user',
    cost: deviceChanges,
    body: DeviceChange,
    reply: Device,
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/notices/devices/{id}',
    summary: 'Stop notifications to a device',
    access: 'user',
    cost: writes,
    reply: Message,
  },
  test: {
    method: 'POST',
    path: '/api/notices/devices/{id}/test',
    summary: 'Send a test notification to a device',
    access: 'user',
    cost: deviceTests,
    reply: Message,
  },
  mailSummary: {
    method: 'PATCH',
    path: '/api/notices',
    summary: 'Choose whether the daily summary comes by mail, too',
    access: 'user',
    cost: writes,
    body: SummaryChoice,
    reply: SummaryChoice,
  },
  declineOffer: {
    method: 'POST',
    path: '/api/notices/offer/decline',
    summary: 'Stop offering notifications',
    access: 'user',
    cost: writes,
    reply: Message,
  },
} as const satisfies RouteTable[string];
