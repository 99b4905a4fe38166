// Changes the query of an address.

/** Sets or removes (null) parameters. Undefined ones stay. A list is a parameter that is repeated. The result is empty or starts with a question mark. */
export const changeQuery = (
  query: string,
  change: Record<string, string | readonly string[] | null | undefined>,
): string => {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    params.delete(name);
    for (const one of value === null ? [] : [value].flat()) params.append(name, one);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};
