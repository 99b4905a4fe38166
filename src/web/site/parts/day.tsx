// A calendar date.

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** November 21, 2026 */
export const Day = ({ date }: { date: string }) => <time dateTime={date}>{format.format(new Date(date))}</time>;
