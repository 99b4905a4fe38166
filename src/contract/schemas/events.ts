// The names of the server-sent events.

/** Server-sent events for the signed-in user. Each one names what is out of date. The data itself comes from the API. */
export const eventsPath = '/api/events';
export const eventNames = ['bot', 'share', 'activity', 'listing'] as const;
export type EventName = (typeof eventNames)[number];
