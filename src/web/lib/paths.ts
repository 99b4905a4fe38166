// The addresses of the screens, for links inside the app, and their queries.
import { paths } from '#contract/pages.ts';

export { paths };

/** Opens the auth screen on its register tab. The screen reads this once, when it opens. */
export const registerPath = `${paths.auth}?tab=register`;

/** The screens that only signed-in users see. */
export const signedInPaths: readonly string[] = [
  paths.dashboard,
  paths.apiTest,
  paths.marketAnalysis,
  paths.numbers,
  paths.sales,
  paths.taxYear,
  paths.backtest,
  paths.selling,
  paths.drops,
  paths.parties,
  paths.experiment,
  paths.phone,
];

/** Opens the import of report files on the screen that the seller is on. */
export const importQuery = '?import=sales';

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
