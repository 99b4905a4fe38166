// The ids of our database rows.

/** Whether a text can be the id of one of our rows. Callers treat any other text as an id that does not exist. */
export const isId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);
