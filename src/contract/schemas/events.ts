/** Server-sent events of the signed-in user. Each says only what is out of date; the data itself comes by the calls. */
export const eventsPath = '/api/events';
export const eventNames = ['bot', 'share', 'activity', 'listing'] as const;
export type EventName = (typeof eventNames)[number];
