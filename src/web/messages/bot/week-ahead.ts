// Texts under the week of slots.

export const weekAheadMessages = {
  hours: (hours: number) => `${hours} h`,
  longer: (day: string, hours: number) =>
    `Clocks go back on ${day}, so that day has ${hours} hours. Each slot opens once.`,
  shorter: (day: string, hours: number) =>
    `Clocks go forward on ${day}, so that day has ${hours} hours. A slot in the skipped hour opens right after it.`,
  starts: (place: string) => `Next starts, ${place} time`,
  none: 'Nothing scheduled. Turn on a slot and pick at least one day, or leave a gap between slots.',
} as const;
