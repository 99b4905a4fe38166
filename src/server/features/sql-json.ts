// Writes values as JSON that PostgreSQL accepts.

/** PostgreSQL's JSON takes neither NUL nor a lone surrogate, and a title may contain either. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );
