// Texts under the week of slots.

export const weekAheadMessages = {
  hours: (hours: number) => `${hours} h`,
  longer: (day: string, hours: number) =>
    `The clocks go back on ${day}: that day has ${hours} hours. Each slot opens once.`,
  shorter: (day: string, hours: number) =>
    `The clocks go forward on ${day}: that day has ${hours} hours. A slot in the skipped hour opens right after it.`,
  starts: (place: string) => `Next starts, ${place} time`,
  none: 'No start ahead: switch a slot on and give it a day, or leave a gap between slots.',
} as const;
