/** What a part of the server needs to tell the log. `fields` that are not on the log's list are left out of the line. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
