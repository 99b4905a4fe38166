// The names of the server-sent events.

/** Server-sent events of the signed-in user. Each names what is out of date; the data itself is read by the calls. */
export const eventsPath = '/api/events';
export const eventNames = ['bot', 'share', 'activity', 'listing'] as const;
export type EventName = (typeof eventNames)[number];
