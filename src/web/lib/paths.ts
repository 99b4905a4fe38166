// The addresses of the screens, for links inside the app.
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
