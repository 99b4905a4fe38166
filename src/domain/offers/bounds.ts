// What numbers an offer rule takes.

/** `standard`: what a rule has that doesn't say. */
export const ruleBounds = {
  percent: { least: 10, most: 80 },
  waitMinutes: { least: 15, most: 10_080, standard: 15 },
  everyDays: { least: 1, most: 90, standard: 7 },
  deeperBy: { least: 0, most: 20, standard: 0 },
  mostPercent: { least: 10, most: 80, standard: 80 },
  mostADay: { least: 1, most: 1_000, standard: 50 },
} as const;
export const mostRules = 20;
