// Texts under the week of slots.

export const weekAheadMessages = {
  hours: (hours: number) => `${hours} h`,
  longer: (day: string, hours: number) =>
    `Clocks go back on ${day}, so that day has ${hours} hours. Each slot opens once.`,
  shorter: (day: string, hours: number) =>
    `Clocks go forward on ${day}, so that day has ${hours} hours. A slot in the skipped hour opens right after it.`,
  starts: (place: string) => `Next starts, ${place} time`,
  openUntil: (when: string) => `Open now, until ${when}`,
  always: 'Your slots leave no gap, so sharing is open around the clock.',
  none: 'Nothing scheduled. Turn on a slot and pick at least one day.',
} as const;
