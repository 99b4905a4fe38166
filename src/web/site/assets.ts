// What the build hands to the public pages.
import type { SitePage } from './site-page.ts';

export type SheetName = 'shared' | SitePage['look'];

/**
 * What the build made besides the pages. Styles and scripts stand in the page's text, so that nothing but the page is needed
 * to paint it and to make it work; while developing they are files, told by their addresses.
 */
export type SiteAssets =
  | { kind: 'built'; styles: Record<SheetName, string>; early: string; script: string }
  | { kind: 'served'; styles: Record<SheetName, string>; early: string; script: string };
