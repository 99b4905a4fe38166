// The scripts and styles that the build gives to the public pages.
import type { SitePage } from '../site-page.ts';

export type SheetName = 'shared' | SitePage['look'];

/**
 * In a build, scripts and styles are written into the page, so that the page needs no other file to be drawn and to work. During
 * development they are files, given by their addresses.
 */
export type SiteAssets =
  | { kind: 'built'; styles: Record<SheetName, string>; early: string; script: string }
  | { kind: 'served'; styles: Record<SheetName, string>; early: string; script: string };
