// A number with its noun.

/** `1 bot`, `2 bots`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
