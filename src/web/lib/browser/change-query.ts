// Changes the query of an address.

/** Sets or removes (null) parameters. Undefined ones stay. The result is empty or starts with a question mark. */
export const changeQuery = (query: string, change: Record<string, string | null | undefined>): string => {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) params.delete(name);
    else if (value !== undefined) params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};
