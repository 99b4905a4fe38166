// The calls of push notifications.
import type { RouteTable } from '../route.ts';
import { Message } from '../schemas/fields.ts';
import { Device, DeviceChange, NewDevice, NoticesOverview } from '../schemas/notices.ts';

export const noticesRoutes = {
  overview: {
    method: 'GET',
    path: '/api/notices',
    summary: 'Which devices get notifications, and for which events',
    access: 'user',
    reply: NoticesOverview,
  },
  subscribe: {
    method: 'POST',
    path: '/api/notices/devices',
    summary: 'Send notifications to this browser. The same browser stays the same device',
    access: 'user',
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
    body: DeviceChange,
    reply: Device,
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/notices/devices/{id}',
    summary: 'Stop notifications to a device',
    access: 'user',
    reply: Message,
  },
  test: {
    method: 'POST',
    path: '/api/notices/devices/{id}/test',
    summary: 'Send a test notification to a device',
    access: 'user',
    reply: Message,
  },
  declineOffer: {
    method: 'POST',
    path: '/api/notices/offer/decline',
    summary: 'Stop offering notifications',
    access: 'user',
    reply: Message,
  },
} as const satisfies RouteTable[string];
