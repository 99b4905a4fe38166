/** The IANA zone of this device, such as America/New_York; null where the browser does not tell it. */
export const deviceZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone || null;

/** Every zone a seller can choose, the given one among them even where this browser does not list it. */
export const knownZones = (own: string): string[] =>
  [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].sort((one, other) => one.localeCompare(other));
