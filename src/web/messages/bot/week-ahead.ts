// Texts under the week of slots.

export const weekAheadMessages = {
  longer: (day: string, hours: number) =>
    `Clocks go back on ${day}, so that day has ${hours} hours. Each slot opens once.`,
  shorter: (day: string, hours: number) =>
    `Clocks go forward on ${day}, so that day has ${hours} hours. A slot in the skipped hour opens right after it.`,
} as const;
