import { paths } from '#contract/pages.ts';

export { paths };

/** The tab of the auth screen that a link asks for; the screen reads it once, when it opens. */
export const registerPath = `${paths.auth}?tab=register`;
