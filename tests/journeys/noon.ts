// The time zone where it is about noon, for sellers of tests that use the real clock.

/** A share day of such a seller began about twelve hours ago, so it doesn't end during a test, whenever that runs. */
export function zoneAtNoon(now = Date.now()): string {
  const ahead = 12 - new Date(now).getUTCHours();
  // In these names, minus means that the clocks are ahead.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
