// The time zones that the browser knows.

/** The IANA zone of this device, such as America/New_York; null if the browser doesn't say. */
export const deviceZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone || null;

/** Every zone that a seller can choose, plus the given one in case this browser doesn't list it. */
export const knownZones = (own: string): string[] =>
  [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].sort((one, other) => one.localeCompare(other));
