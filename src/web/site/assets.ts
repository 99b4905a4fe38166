import type { SitePage } from './site-page.ts';

export type SheetName = 'shared' | SitePage['look'];

/**
 * What the build made besides the pages. Styles and the early script stand in the page's text, for the first paint waits for
 * them; while developing they are files.
 */
export type SiteAssets = {
  /** The address of the script. */
  script: string;
} & (
  | { kind: 'built'; styles: Record<SheetName, string>; early: string }
  | { kind: 'served'; sheets: Record<SheetName, string>; earlyScript: string }
);
